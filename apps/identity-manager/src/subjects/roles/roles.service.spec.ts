import type { ApplicationRow } from '../../database/entities/application.row';
import { RoleAssignmentRow, RolePermissionRow, RoleRow } from '../../database/entities/role.row';
import { addApplication, addAssignment, addPermission, addRole, addUser } from '../../database/test-rows';
import { Forbidden } from '../../faults/faults';
import { actorFor, BROKEN, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { StateChanges } from '../changes/state-changes';
import type { RenameRole } from './role-input';
import { RolesModule } from './roles.module';
import { RolesService } from './roles.service';

let context: TestContext;
let roles: RolesService;
const told: string[] = [];
beforeAll(async () => {
  context = await openTestContext([RolesModule]);
  roles = context.get(RolesService);
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

const stored = (id: string) => context.rows.findOneBy(RoleRow, { id });
const internalRole = (id: string) => context.rows.findOneByOrFail(RoleRow, { id });
const nothingHappened = async () => expect([told, await context.auditedOf(actor)]).toEqual([[], []]);

describe('A new role', () => {
  it.each(['guard', 'Gua\u0301rdia', "'; DROP TABLE roles; --", '__proto__', 'x'.repeat(255)])(
    'named %j is of one application',
    async (name) => {
      const role = await roles.create(actor, application, { name });
      expect(role).toEqual({ id: role.id, name, isInternal: false, applicationId: application.id });
      expect(await stored(role.id)).toEqual(role);
      expect(await context.auditedOf(actor)).toMatchObject([
        { event: 'role.create', outcome: 'success', subject: role.id, applicationId: application.id },
      ]);
    },
  );

  it('may share its name, also with one of the service itself', async () => {
    const made = await Promise.all(
      ['provider', 'provider'].map((name) => roles.create(actor, application, { name })),
    );
    expect(new Set([...made.map(({ id }) => id), 'provider']).size).toBe(3);
  });

  it('is none when the write fails', async () => {
    const broken = context.whileBroken('INSERT ON roles', () =>
      roles.create(actor, application, { name: 'x' }),
    );
    await expect(broken).rejects.toThrow(BROKEN);
    expect(await context.rows.countBy(RoleRow, { applicationId: application.id })).toBe(0);
    await nothingHappened();
  });
});

describe('A role is found', () => {
  it('in its application and nowhere else; those of the service in all', async () => {
    const role = await addRole(context, application.id);
    const other = await addApplication(context);
    expect(await roles.find(application, role.id)).toEqual(role);
    expect(await roles.find(other, role.id)).toBeNull();
    for (const { id } of [application, other])
      expect(await roles.find({ id }, 'provider')).toMatchObject({ id: 'provider', isInternal: true });
  });

  it.each(['', '%', `' OR '1'='1`, 'Provider', 'provider '])('never as %j', async (id) => {
    expect(await roles.find(application, id)).toBeNull();
  });
});

describe('A role that is renamed', () => {
  it('has the new name, and decisions follow', async () => {
    const [role, other] = [await addRole(context, application.id), await addRole(context, application.id)];
    expect(await roles.rename(actor, role, { name: 'keeper' })).toEqual({ ...role, name: 'keeper' });
    expect(await stored(role.id)).toEqual({ ...role, name: 'keeper' });
    expect(await stored(other.id)).toEqual(other);
    expect(told).toEqual([application.id]);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'role.update', subject: role.id, applicationId: application.id },
    ]);
  });

  it.each<[RenameRole]>([[{}], [{ name: 'guard' }]])('to %j is no change', async (input) => {
    const role = await addRole(context, application.id, { name: 'guard' });
    expect(await roles.rename(actor, role, input)).toBe(role);
    await nothingHappened();
  });

  it('has the old name when the write fails', async () => {
    const role = await addRole(context, application.id);
    const broken = context.whileBroken('UPDATE ON roles', () => roles.rename(actor, role, { name: 'x' }));
    await expect(broken).rejects.toThrow(BROKEN);
    expect(await stored(role.id)).toEqual(role);
    await nothingHappened();
  });
});

describe('A role that is deleted', () => {
  it('goes with what it permits and with whom it was given to', async () => {
    const [role, other] = [await addRole(context, application.id), await addRole(context, application.id)];
    const permission = await addPermission(context, application.id);
    for (const { id: roleId } of [role, other]) {
      await context.rows.insert(RolePermissionRow, { roleId, permissionId: permission.id });
      await addAssignment(context, application.id, roleId, { userId: actor.user.id });
    }
    await roles.delete(actor, role);
    expect(await stored(role.id)).toBeNull();
    expect(await context.rows.findBy(RolePermissionRow, { permissionId: permission.id })).toMatchObject([
      { roleId: other.id },
    ]);
    expect(await context.rows.findBy(RoleAssignmentRow, { applicationId: application.id })).toMatchObject([
      { roleId: other.id },
    ]);
    expect(told).toEqual([application.id]);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'role.delete', outcome: 'success', subject: role.id, applicationId: application.id },
    ]);
  });

  it.each<[string, string[], string | undefined, boolean]>([
    ['nothing internal', [], undefined, true],
    ['what only owners have', ['2'], undefined, false],
    ['what only owners have', ['2'], 'purchaser', false],
    ['what only owners have', ['2'], 'provider', true],
    ['what the actor has', ['5'], 'purchaser', true],
    ['one that the actor has and one that only owners have', ['5', '1'], 'purchaser', false],
  ])('and permits %s, %j, by somebody who is %s: %j', async (_what, permits, own, goes) => {
    const role = await addRole(context, application.id);
    for (const permissionId of permits)
      await context.rows.insert(RolePermissionRow, { roleId: role.id, permissionId });
    if (own) await addAssignment(context, application.id, own, { userId: actor.user.id });
    const deletion = roles.delete(actor, role);
    if (goes) {
      await deletion;
      expect(await stored(role.id)).toBeNull();
    } else {
      await expect(deletion).rejects.toEqual(new Forbidden('notPermitted'));
      expect(await stored(role.id)).toEqual(role);
      expect(told).toEqual([]);
      expect(await context.auditedOf(actor)).toMatchObject([
        {
          event: 'access.refuse',
          outcome: 'failure',
          subject: `role.delete ${role.id}`,
          applicationId: application.id,
        },
      ]);
    }
  });

  it('is not by an owner of another application', async () => {
    const role = await addRole(context, application.id);
    await context.rows.insert(RolePermissionRow, { roleId: role.id, permissionId: '2' });
    const other = await addApplication(context);
    await addAssignment(context, other.id, 'provider', { userId: actor.user.id });
    await expect(roles.delete(actor, role)).rejects.toEqual(new Forbidden('notPermitted'));
  });
});

describe('A role of the service itself', () => {
  it.each(['provider', 'purchaser'])('%s stays as it is, also for an owner', async (id) => {
    await addAssignment(context, application.id, 'provider', { userId: actor.user.id });
    const role = await internalRole(id);
    await expect(roles.rename(actor, role, { name: 'x' })).rejects.toEqual(new Forbidden('internal'));
    await expect(roles.delete(actor, role)).rejects.toEqual(new Forbidden('internal'));
    expect(await internalRole(id)).toEqual(role);
    await nothingHappened();
  });
});
