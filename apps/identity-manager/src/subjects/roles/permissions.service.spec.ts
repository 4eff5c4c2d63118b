import type { ApplicationRow } from '../../database/entities/application.row';
import { PermissionRow, RolePermissionRow } from '../../database/entities/role.row';
import { addApplication, addPermission, addRole, addUser } from '../../database/test-rows';
import { Forbidden, Invalid } from '../../faults/faults';
import { actorFor, BROKEN, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { StateChanges } from '../changes/state-changes';
import type { ChangePermission, CreatePermission } from './permission-input';
import { PermissionsService } from './permissions.service';
import { RolesModule } from './roles.module';

let context: TestContext;
let permissions: PermissionsService;
const told: string[] = [];
beforeAll(async () => {
  context = await openTestContext([RolesModule]);
  permissions = context.get(PermissionsService);
  context.get(StateChanges).on('roles of application', ({ applicationId }) => told.push(applicationId));
});
afterAll(() => context.close());

let application: ApplicationRow;
let actor: Actor;
beforeEach(async () => {
  application = await addApplication(context);
  actor = actorFor(await addUser(context));
  told.length = 0;
});

const stored = (id: string) => context.rows.findOneBy(PermissionRow, { id });
const internal = (id: string) => context.rows.findOneByOrFail(PermissionRow, { id });
const countOwn = () => context.rows.countBy(PermissionRow, { applicationId: application.id });
const nothingHappened = async () => expect([told, await context.auditedOf(actor)]).toEqual([[], []]);
const path = { name: 'read', action: 'GET', resource: '/v2' };

describe('A new permission', () => {
  it.each<[CreatePermission]>([
    [path],
    [{ ...path, resource: '^/v2/.*$', is_regex: true }],
    [{ ...path, use_authorization_service_header: true, authorization_service_header: 'city' }],
    [{ name: '__proto__', entities: { verbs: ['read'], types: ['Room'] } }],
    [{ ...path, description: "'; DROP TABLE permissions; --" }],
  ])('%j is of one application, and stored whole', async (input) => {
    const permission = await permissions.create(actor, application, input);
    expect(permission).toMatchObject({ applicationId: application.id, isInternal: false, name: input.name });
    expect(await stored(permission.id)).toEqual(permission);
    expect(await permissions.find(application, permission.id)).toEqual(permission);
    expect(await context.auditedOf(actor)).toMatchObject([
      {
        event: 'permission.create',
        outcome: 'success',
        subject: permission.id,
        applicationId: application.id,
      },
    ]);
  });

  it.each<[CreatePermission, Invalid]>([
    [{ name: 'x' }, new Invalid('resource', 'resource', { advanced: false })],
    [{ ...path, xml: '<Rule/>' }, new Invalid('xml', 'advancedLevel')],
    [{ ...path, regex_types: 'Room' }, new Invalid('regex_types', 'payloadLevel')],
    [{ ...path, resource: '(', is_regex: true }, new Invalid('resource', 'pattern')],
    [{ ...path, entities: { verbs: ['read'] } }, new Invalid('entities', 'entitiesAndRule')],
  ])('%j is not made: %p', async (input, fault) => {
    await expect(permissions.create(actor, application, input)).rejects.toEqual(fault);
    expect(await countOwn()).toBe(0);
    await nothingHappened();
  });

  it('is not there when the write fails', async () => {
    const make = () => permissions.create(actor, application, path);
    await expect(context.whileBroken('INSERT ON permissions', make)).rejects.toThrow(BROKEN);
    expect(await countOwn()).toBe(0);
    await nothingHappened();
  });
});

describe('A permission is found', () => {
  it('in its application and nowhere else; internal ones in all', async () => {
    const permission = await addPermission(context, application.id);
    const other = await addApplication(context);
    expect(await permissions.find(application, permission.id)).toEqual(permission);
    expect(await permissions.find(other, permission.id)).toBeNull();
    expect(await permissions.find(other, '1')).toMatchObject({ id: '1', isInternal: true });
    const idsIn = async (where: ApplicationRow) =>
      (await permissions.visibleIn(where)).map(({ id }) => id).toSorted();
    const internalIds = ['1', '2', '3', '4', '5', '6'];
    expect(await idsIn(application)).toEqual([...internalIds, permission.id].toSorted());
    expect(await idsIn(other)).toEqual(internalIds);
  });

  it.each(['', '%', `' OR '1'='1`, '1 '])('never as %j', async (id) => {
    expect(await permissions.find(application, id)).toBeNull();
  });
});

describe('A permission that is changed', () => {
  it.each<[ChangePermission, Partial<PermissionRow>, string[]]>([
    [{ name: 'see' }, { name: 'see' }, ['name']],
    [{ action: 'POST', resource: '/x' }, { action: 'POST', resource: '/x' }, ['action', 'resource']],
    [{ description: 'all of it' }, { description: 'all of it' }, ['description']],
    [
      { entities: { verbs: ['read'] } },
      { entities: { verbs: ['read'] }, action: null, resource: null },
      ['action', 'resource', 'entities'],
    ],
  ])('by %j is what was asked for, and decisions follow', async (input, difference, members) => {
    const permission = await addPermission(context, application.id);
    const after = await permissions.change(actor, permission, input);
    expect(after).toEqual({ ...permission, ...difference });
    expect(await stored(permission.id)).toEqual(after);
    expect(told).toEqual([application.id]);
    const [line] = await context.auditedOf(actor);
    expect(line).toMatchObject({ event: 'permission.update', subject: permission.id });
    expect((line?.details?.['members'] as string[]).toSorted()).toEqual(members.toSorted());
  });

  it.each<[ChangePermission]>([[{}], [{ name: 'read' }], [{ action: '', resource: '', description: '' }]])(
    'by %j is what it was: nothing is written, told or noted',
    async (input) => {
      const permission = await addPermission(context, application.id);
      expect(await permissions.change(actor, permission, input)).toBe(permission);
      await nothingHappened();
    },
  );

  it('keeps both of two changes that knew nothing of each other', async () => {
    const before = await addPermission(context, application.id);
    await Promise.all([
      permissions.change(actor, before, { name: 'write' }),
      permissions.change(actor, before, { description: 'all of it' }),
    ]);
    expect(await stored(before.id)).toEqual({ ...before, name: 'write', description: 'all of it' });
  });

  it('is what it was after a fault, and when the write fails', async () => {
    const before = await addPermission(context, application.id);
    const half = permissions.change(actor, before, { name: 'x', resource: '(', is_regex: true });
    await expect(half).rejects.toEqual(new Invalid('resource', 'pattern'));
    const broken = context.whileBroken('UPDATE ON permissions', () =>
      permissions.change(actor, before, { name: 'x' }),
    );
    await expect(broken).rejects.toThrow(BROKEN);
    expect(await stored(before.id)).toEqual(before);
    await nothingHappened();
  });
});

describe('A permission that is deleted', () => {
  it('is gone from the roles that had it', async () => {
    const [gone, stays] = [
      await addPermission(context, application.id),
      await addPermission(context, application.id),
    ];
    const role = await addRole(context, application.id);
    for (const { id: permissionId } of [gone, stays])
      await context.rows.insert(RolePermissionRow, { roleId: role.id, permissionId });
    await permissions.delete(actor, gone);
    expect(await stored(gone.id)).toBeNull();
    expect(await context.rows.findBy(RolePermissionRow, { roleId: role.id })).toMatchObject([
      { permissionId: stays.id },
    ]);
    expect(told).toEqual([application.id]);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'permission.delete', subject: gone.id, applicationId: application.id },
    ]);
  });
});

describe('An internal permission', () => {
  it.each(['1', '2', '3', '4', '5', '6'])('%s stays as it is, whatever is sent', async (id) => {
    const before = await internal(id);
    const refused = new Forbidden('internal');
    for (const input of [{}, { name: 'x' }, { resource: '(', is_regex: true }])
      await expect(permissions.change(actor, before, input)).rejects.toEqual(refused);
    await expect(permissions.delete(actor, before)).rejects.toEqual(refused);
    expect(await internal(id)).toEqual(before);
    await nothingHappened();
  });
});

describe.each(['basic', 'payload', 'advanced'] as const)('Where decisions look at %s', (level) => {
  let other: TestContext;
  beforeAll(async () => {
    const server = { IDM_AUTHZFORCE_ENABLED: 'false' };
    other = await openTestContext([RolesModule], { IDM_PDP_LEVEL: level, ...server });
  });
  afterAll(() => other.close());

  it.each<[ChangePermission, readonly string[]]>([
    [{ regex_types: 'Room' }, ['payload']],
    [{ xml: '<Rule/>' }, ['advanced']],
    [{ name: 'x' }, ['basic', 'payload', 'advanced']],
  ])('%j may be said where it is one of %j', async (input, levels) => {
    const { id: applicationId } = await addApplication(other);
    const before = await addPermission(other, applicationId);
    const boss = actorFor(await addUser(other));
    const change = other.get(PermissionsService).change(boss, before, input);
    const outcome = await change.then(
      () => 'done',
      (error: unknown) => (error instanceof Invalid ? 'refused' : error),
    );
    expect(outcome).toBe(levels.includes(level) ? 'done' : 'refused');
  });
});
