import type { ApplicationRow } from '../../database/entities/application.row';
import { PermissionRow, type RoleRow } from '../../database/entities/role.row';
import { addApplication, addAssignment, addPermission, addRole, addUser } from '../../database/test-rows';
import { Forbidden, Invalid, NotFound } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { PermissionsService } from './permissions.service';
import { RoleOverviews } from './role-overview.service';
import { RolePermissions } from './role-permissions.service';
import { RolesModule } from './roles.module';

let context: TestContext;
let actor: Actor;
let application: ApplicationRow;
beforeEach(async () => {
  context = await openTestContext([RolesModule]);
  actor = actorFor(await addUser(context));
  application = await addApplication(context);
});
afterEach(() => context.close());

const internal = (id: string) => context.rows.findOneByOrFail(PermissionRow, { id });

describe('Permissions', () => {
  let permissions: PermissionsService;
  beforeEach(() => {
    permissions = context.get(PermissionsService);
  });
  const stored = (id: string) => context.rows.findOneBy(PermissionRow, { id });

  it('are made for one application', async () => {
    const input = { name: 'read', action: 'GET', resource: '/v2' };
    const permission = await permissions.create(actor, application, input);
    expect(await stored(permission.id)).toEqual(permission);
    expect(permission).toMatchObject({ ...input, applicationId: application.id, isInternal: false });
    expect(await context.audited()).toEqual([['permission.create', permission.id]]);
  });

  it('that go against a rule are not made', async () => {
    const broken = permissions.create(actor, application, { name: 'read' });
    await expect(broken).rejects.toEqual(new Invalid('resource', 'resource', { advanced: false }));
    expect(await context.rows.countBy(PermissionRow, { isInternal: false })).toBe(0);
  });

  it('are changed; what is the same already is no change', async () => {
    const permission = await addPermission(context, application.id);
    expect(await permissions.change(actor, permission, { name: 'read' })).toEqual(permission);
    const changed = await permissions.change(actor, permission, { name: 'see', action: 'POST' });
    expect(changed).toEqual({ ...permission, name: 'see', action: 'POST' });
    expect(await stored(permission.id)).toEqual(changed);
    expect(await context.audited()).toEqual([['permission.update', permission.id]]);
  });

  it('are listed with the internal ones, of one application only', async () => {
    const permission = await addPermission(context, application.id);
    await addPermission(context, (await addApplication(context)).id);
    const listed = (await permissions.visibleIn(application)).map(({ id }) => id);
    expect(listed.toSorted()).toEqual(['1', '2', '3', '4', '5', '6', permission.id].toSorted());
  });

  it('keep both of two changes that knew nothing of each other', async () => {
    const before = await addPermission(context, application.id);
    await permissions.change(actor, before, { name: 'write' });
    await permissions.change(actor, before, { description: 'all of it' });
    expect(await stored(before.id)).toEqual({ ...before, name: 'write', description: 'all of it' });
  });

  it('are deleted; those of the service stay', async () => {
    const permission = await addPermission(context, application.id);
    await permissions.delete(actor, permission);
    expect(await stored(permission.id)).toBeNull();
    const refused = new Forbidden('internal');
    await expect(permissions.delete(actor, await internal('1'))).rejects.toEqual(refused);
    await expect(permissions.change(actor, await internal('1'), {})).rejects.toEqual(refused);
  });
});

describe('Permissions of roles', () => {
  let given: RolePermissions;
  let role: RoleRow;
  beforeEach(async () => {
    given = context.get(RolePermissions);
    role = await addRole(context, application.id);
  });
  const idsOf = async () => (await given.of(role)).map(({ id }) => id);

  it('are given, once, and taken', async () => {
    const permission = await addPermission(context, application.id);
    await given.give(actor, role, permission);
    await given.give(actor, role, permission);
    expect(await idsOf()).toEqual([permission.id]);
    expect((await context.get(RoleOverviews).of(application.id)).pairs).toContain(
      `${role.id} ${permission.id}`,
    );
    await given.take(actor, role, permission);
    expect(await idsOf()).toEqual([]);
    await expect(given.take(actor, role, permission)).rejects.toEqual(new NotFound('assignments'));
  });

  it('are never given to a role of the service', async () => {
    const permission = await addPermission(context, application.id);
    const provider = { ...role, id: 'provider', isInternal: true };
    await expect(given.give(actor, provider, permission)).rejects.toEqual(new Forbidden('internal'));
    await expect(given.take(actor, provider, permission)).rejects.toEqual(new Forbidden('internal'));
  });

  it('pass, when internal, only from those who hold them', async () => {
    const manages = await internal('2');
    await expect(given.give(actor, role, manages)).rejects.toEqual(new Forbidden('notPermitted'));
    expect((await context.audited()).at(-1)).toEqual([
      'access.refuse',
      `role.permission.assign ${role.id} ${manages.id}`,
    ]);
    await addAssignment(context, application.id, 'purchaser', { userId: actor.user.id });
    await expect(given.give(actor, role, manages)).rejects.toEqual(new Forbidden('notPermitted'));
    await given.give(actor, role, await internal('5'));
    await addAssignment(context, application.id, 'provider', { userId: actor.user.id });
    await given.give(actor, role, manages);
    expect(await idsOf()).toEqual(['2', '5']);
  });
});
