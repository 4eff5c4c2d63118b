import type { ApplicationRow } from '../../database/entities/application.row';
import { PermissionRow, RolePermissionRow, type RoleRow } from '../../database/entities/role.row';
import { addApplication, addAssignment, addPermission, addRole, addUser } from '../../database/test-rows';
import { Forbidden, NotFound } from '../../faults/faults';
import { actorFor, BROKEN, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { StateChanges } from '../changes/state-changes';
import { RolePermissions } from './role-permissions.service';
import { RolesModule } from './roles.module';

let context: TestContext;
let given: RolePermissions;
const told: string[] = [];
beforeAll(async () => {
  context = await openTestContext([RolesModule]);
  given = context.get(RolePermissions);
  context.get(StateChanges).on('roles of application', ({ applicationId }) => told.push(applicationId));
});
afterAll(() => context.close());

let application: ApplicationRow;
let actor: Actor;
let role: RoleRow;
let permission: PermissionRow;
beforeEach(async () => {
  application = await addApplication(context);
  actor = actorFor(await addUser(context));
  role = await addRole(context, application.id);
  permission = await addPermission(context, application.id);
  told.length = 0;
});

const idsOf = async (one: Pick<RoleRow, 'id'> = role) => (await given.of(one)).map(({ id }) => id);
const internal = (id: string) => context.rows.findOneByOrFail(PermissionRow, { id });
const is = (own: string) => addAssignment(context, application.id, own, { userId: actor.user.id });
const line = (event: string, of: string) => ({
  event,
  outcome: 'success',
  subject: role.id,
  applicationId: application.id,
  details: { permission: of },
});

describe('A permission that is given to a role', () => {
  it('is there once, however often it is given', async () => {
    await given.give(actor, role, permission);
    await Promise.all([1, 2].map(() => given.give(actor, role, permission)));
    expect(await idsOf()).toEqual([permission.id]);
    expect(told).toEqual(Array(3).fill(application.id));
    expect(await context.auditedOf(actor)).toMatchObject(
      Array(3).fill(line('role.permission.assign', permission.id)),
    );
  });

  it('is of that role only, in the order of ids', async () => {
    const [second, other] = [
      await addPermission(context, application.id),
      await addRole(context, application.id),
    ];
    for (const one of [second, permission]) await given.give(actor, role, one);
    expect(await idsOf()).toEqual([permission.id, second.id].toSorted());
    expect(await idsOf(other)).toEqual([]);
    expect(await idsOf({ id: `' OR '1'='1` })).toEqual([]);
  });

  it('is not there when the write fails, or it is gone meanwhile', async () => {
    const give = () => given.give(actor, role, permission);
    await expect(context.whileBroken('INSERT ON role_permissions', give)).rejects.toThrow(BROKEN);
    await context.rows.delete(PermissionRow, { id: permission.id });
    await expect(give()).rejects.toThrow();
    expect(await context.rows.countBy(RolePermissionRow, { roleId: role.id })).toBe(0);
    expect([told, await context.auditedOf(actor)]).toEqual([[], []]);
  });
});

describe('A permission that is taken from a role', () => {
  it('is gone from that role only', async () => {
    const other = await addRole(context, application.id);
    for (const one of [role, other])
      await context.rows.insert(RolePermissionRow, { roleId: one.id, permissionId: permission.id });
    await given.take(actor, role, permission);
    expect([await idsOf(), await idsOf(other)]).toEqual([[], [permission.id]]);
    expect(told).toEqual([application.id]);
    expect(await context.auditedOf(actor)).toMatchObject([line('role.permission.remove', permission.id)]);
  });

  it('is taken once of two at once; the other hears that it was not there', async () => {
    await given.give(actor, role, permission);
    const both = await Promise.allSettled([1, 2].map(() => given.take(actor, role, permission)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find(({ status }) => status === 'rejected');
    expect(refused).toEqual({ status: 'rejected', reason: new NotFound('assignments') });
    const lines = (await context.auditedOf(actor)).filter(({ event }) => event === 'role.permission.remove');
    expect(lines).toHaveLength(1);
  });

  it('stays when the write fails', async () => {
    await context.rows.insert(RolePermissionRow, { roleId: role.id, permissionId: permission.id });
    const take = () => given.take(actor, role, permission);
    await expect(context.whileBroken('DELETE ON role_permissions', take)).rejects.toThrow(BROKEN);
    expect(await idsOf()).toEqual([permission.id]);
    expect([told, await context.auditedOf(actor)]).toEqual([[], []]);
  });
});

describe('An internal permission', () => {
  /** Of those who have no role, who have the purchaser's, and who own the application. */
  const who = [undefined, 'purchaser', 'provider'] as const;
  const carriers: Readonly<Record<string, readonly (typeof who)[number][]>> = {
    1: ['provider'],
    2: ['provider'],
    3: ['provider'],
    4: ['provider'],
    5: ['provider', 'purchaser'],
    6: ['provider'],
  };
  const cases = Object.entries(carriers).flatMap(([id, holders]) =>
    who.map((own) => [id, own, holders.includes(own)] as const),
  );

  it.each(cases)('%s, handled by somebody who is %s: %j', async (id, own, passes) => {
    if (own) await is(own);
    const one = await internal(id);
    const verbs = [
      ['role.permission.assign', () => given.give(actor, role, one)],
      ['role.permission.remove', () => given.take(actor, role, one)],
    ] as const;
    for (const [event, verb] of verbs) {
      if (passes) await verb();
      else await expect(verb()).rejects.toEqual(new Forbidden('notPermitted'));
      expect((await context.auditedOf(actor)).at(-1)).toMatchObject(
        passes
          ? { event, subject: role.id }
          : { event: 'access.refuse', outcome: 'failure', subject: `${event} ${role.id} ${id}` },
      );
      expect(await idsOf()).toEqual(passes && event === 'role.permission.assign' ? [id] : []);
    }
  });

  it('passes from no owner of another application', async () => {
    const other = await addApplication(context);
    await addAssignment(context, other.id, 'provider', { userId: actor.user.id });
    await expect(given.give(actor, role, await internal('2'))).rejects.toEqual(new Forbidden('notPermitted'));
    expect(await idsOf()).toEqual([]);
  });
});

describe('A role of the service itself', () => {
  it.each(['provider', 'purchaser'])('%s permits what it permits, for an owner too', async (id) => {
    await is('provider');
    const own = { ...role, id, isInternal: true };
    const before = await idsOf(own);
    for (const one of [permission, await internal('2')]) {
      await expect(given.give(actor, own, one)).rejects.toEqual(new Forbidden('internal'));
      await expect(given.take(actor, own, one)).rejects.toEqual(new Forbidden('internal'));
    }
    expect(await idsOf(own)).toEqual(before);
    expect([told, await context.auditedOf(actor)]).toEqual([[], []]);
  });
});
