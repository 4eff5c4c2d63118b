import type { ApplicationRow } from '../../database/entities/application.row';
import { RoleAssignmentRow, RolePermissionRow, RoleRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import { addApplication, addAssignment, addOrganization, addRole, addUser } from '../../database/test-rows';
import { Conflict, Forbidden, NotFound } from '../../faults/faults';
import { actorFor, BROKEN, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { StateChanges, type Changed } from '../changes/state-changes';
import type { Assignee } from './assignee';
import { RoleAssignments } from './role-assignments.service';
import { RolesModule } from './roles.module';

let context: TestContext;
let assignments: RoleAssignments;
const told: Changed['assigned roles'][] = [];
beforeAll(async () => {
  context = await openTestContext([RolesModule]);
  assignments = context.get(RoleAssignments);
  context.get(StateChanges).on('assigned roles', (which) => told.push(which));
});
afterAll(() => context.close());

let application: ApplicationRow;
let owner: Actor;
let bob: UserRow;
let role: RoleRow;
let provider: RoleRow;
let organizationId: string;
beforeEach(async () => {
  application = await addApplication(context);
  owner = actorFor(await addUser(context));
  bob = await addUser(context);
  role = await addRole(context, application.id);
  provider = await context.rows.findOneByOrFail(RoleRow, { id: 'provider' });
  organizationId = (await addOrganization(context)).id;
  await addAssignment(context, application.id, 'provider', { userId: owner.user.id });
  told.length = 0;
});

const rolesOf = async (userId: string) =>
  (await context.rows.findBy(RoleAssignmentRow, { userId })).map(({ roleId }) => roleId);
const holdersOf = async (roleId: string) =>
  context.rows.findBy(RoleAssignmentRow, { applicationId: application.id, roleId });
const nothingHappened = async (actor: Actor) =>
  expect([told, await context.auditedOf(actor)]).toEqual([[], []]);

type Kind = 'a user' | 'owners of an organization' | 'members of an organization';
const kinds: readonly Kind[] = ['a user', 'owners of an organization', 'members of an organization'];
const assigneeOf = (kind: Kind): Assignee => {
  if (kind === 'a user') return { userId: bob.id };
  return { organizationId, roleOrganization: kind === 'owners of an organization' ? 'owner' : 'member' };
};
const lineOf = (kind: Kind, what: 'assign' | 'remove') =>
  kind === 'a user'
    ? { event: `role.user.${what}`, subject: bob.id, details: { role: role.id } }
    : {
        event: `role.organization.${what}`,
        subject: organizationId,
        details: { role: role.id, to: kind.split(' ')[0]!.slice(0, -1) },
      };

describe.each(kinds)('A role of %s', (kind) => {
  it('is given once, however often', async () => {
    const assignee = assigneeOf(kind);
    await assignments.give(owner, application, role, assignee);
    await Promise.all([1, 2].map(() => assignments.give(owner, application, role, assignee)));
    expect(await holdersOf(role.id)).toMatchObject([assignee]);
    const userId = kind === 'a user' ? bob.id : undefined;
    expect(told).toEqual(Array(3).fill({ applicationId: application.id, userId }));
    expect(await context.auditedOf(owner)).toMatchObject(
      Array(3).fill({ ...lineOf(kind, 'assign'), outcome: 'success', applicationId: application.id }),
    );
  });

  it('is taken, and no other that anybody has', async () => {
    const other = await addRole(context, application.id);
    for (const each of kinds) await addAssignment(context, application.id, role.id, assigneeOf(each));
    await addAssignment(context, application.id, other.id, assigneeOf(kind));
    await assignments.take(owner, application, role, assigneeOf(kind));
    expect(await holdersOf(role.id)).toHaveLength(2);
    expect(await holdersOf(other.id)).toHaveLength(1);
    expect(await context.auditedOf(owner)).toMatchObject([lineOf(kind, 'remove')]);
    expect(told).toHaveLength(1);
  });

  it('is not taken when it was not given', async () => {
    for (const each of kinds)
      if (each !== kind) await addAssignment(context, application.id, role.id, assigneeOf(each));
    await expect(assignments.take(owner, application, role, assigneeOf(kind))).rejects.toEqual(
      new NotFound('assignments'),
    );
    await nothingHappened(owner);
  });

  it('is taken once of two at once; the other hears that it was not there', async () => {
    await addAssignment(context, application.id, role.id, assigneeOf(kind));
    const both = await Promise.allSettled(
      [1, 2].map(() => assignments.take(owner, application, role, assigneeOf(kind))),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both).toContainEqual({ status: 'rejected', reason: new NotFound('assignments') });
    expect(await context.auditedOf(owner)).toHaveLength(1);
  });

  it('is neither given nor taken when the write fails', async () => {
    const write = (on: string, work: () => Promise<void>) =>
      expect(context.whileBroken(`${on} ON role_assignments`, work)).rejects.toThrow(BROKEN);
    await write('INSERT', () => assignments.give(owner, application, role, assigneeOf(kind)));
    expect(await holdersOf(role.id)).toEqual([]);
    await addAssignment(context, application.id, role.id, assigneeOf(kind));
    await write('DELETE', () => assignments.take(owner, application, role, assigneeOf(kind)));
    expect(await holdersOf(role.id)).toHaveLength(1);
    await nothingHappened(owner);
  });
});

describe('Somebody', () => {
  it.each<[string, string | undefined, string[]]>([
    ['without a role', undefined, []],
    ['who may assign own roles', '6', ['own']],
    ['who may assign all roles', '5', ['own', 'other']],
    ['who may assign those of the service', '1', ['provider', 'purchaser']],
    ['who manages roles, which is another right', '3', []],
  ])('%s gives, takes and sees only those that they may assign', async (_who, permissionId, passes) => {
    const own = await addRole(context, application.id);
    const ids: Record<string, string> = {
      own: own.id,
      other: role.id,
      provider: 'provider',
      purchaser: 'purchaser',
    };
    if (permissionId) {
      const carrier = await addRole(context, application.id);
      await context.rows.insert(RolePermissionRow, { roleId: carrier.id, permissionId });
      await addAssignment(context, application.id, carrier.id, { userId: bob.id });
    }
    await addAssignment(context, application.id, own.id, { userId: bob.id });
    const actor = actorFor(bob);
    const carol = await addUser(context);
    for (const [name, id] of Object.entries(ids)) {
      const give = assignments.give(actor, application, { id }, { userId: carol.id });
      if (passes.includes(name)) await give;
      else {
        await expect(give).rejects.toEqual(new Forbidden('notPermitted'));
        expect((await context.auditedOf(actor)).at(-1)).toMatchObject({
          event: 'access.refuse',
          outcome: 'failure',
          subject: `role.assign ${id}`,
          applicationId: application.id,
        });
        await addAssignment(context, application.id, id, { userId: carol.id });
      }
    }
    const seen = await assignments.ofUsers(actor, application, carol.id);
    expect(seen.map(({ roleId }) => roleId).toSorted()).toEqual(passes.map((name) => ids[name]!).toSorted());
    for (const [name, id] of Object.entries(ids)) {
      const take = assignments.take(actor, application, { id }, { userId: carol.id });
      await (passes.includes(name) ? take : expect(take).rejects.toEqual(new Forbidden('notPermitted')));
    }
    const left = Object.keys(ids).filter((name) => !passes.includes(name));
    expect((await rolesOf(carol.id)).toSorted()).toEqual(left.map((name) => ids[name]!).toSorted());
  });

  it('who owns another application gives nothing here', async () => {
    const other = await addApplication(context);
    await addAssignment(context, other.id, 'provider', { userId: bob.id });
    for (const one of [role, provider])
      await expect(assignments.give(actorFor(bob), application, one, { userId: bob.id })).rejects.toEqual(
        new Forbidden('notPermitted'),
      );
    expect(await rolesOf(bob.id)).toEqual(['provider']);
  });

  it('gives no role of another application', async () => {
    const strange = await addRole(context, (await addApplication(context)).id);
    await expect(assignments.give(owner, application, strange, { userId: bob.id })).rejects.toEqual(
      new Forbidden('notPermitted'),
    );
  });

  it('sees roles of users apart from those of organizations, of all or of one', async () => {
    const other = await addOrganization(context);
    await addAssignment(context, application.id, role.id, { userId: bob.id });
    for (const id of [organizationId, other.id])
      await addAssignment(context, application.id, role.id, {
        organizationId: id,
        roleOrganization: 'member',
      });
    expect(await assignments.ofUsers(owner, application)).toHaveLength(2);
    expect(await assignments.ofUsers(owner, application, bob.id)).toMatchObject([{ userId: bob.id }]);
    expect(await assignments.ofOrganizations(owner, application)).toHaveLength(2);
    expect(await assignments.ofOrganizations(owner, application, other.id)).toMatchObject([
      { organizationId: other.id },
    ]);
    for (const id of ['', '%', `' OR '1'='1`])
      expect(await assignments.ofUsers(owner, application, id)).toEqual([]);
  });
});

describe('The last owner of an application', () => {
  const refused = new Conflict('', 'lastOwnerOfApplication');
  const leave = (actor: Actor, user: UserRow) =>
    assignments.take(actor, application, provider, { userId: user.id });
  /** Somebody who may take the role of owners and is none. */
  const addSteward = async () => {
    const steward = actorFor(await addUser(context));
    const carrier = await addRole(context, application.id);
    await context.rows.insert(RolePermissionRow, { roleId: carrier.id, permissionId: '1' });
    await addAssignment(context, application.id, carrier.id, { userId: steward.user.id });
    return steward;
  };

  it('is not taken out by another, and nothing is noted', async () => {
    const steward = await addSteward();
    await expect(leave(steward, owner.user)).rejects.toEqual(refused);
    expect(await rolesOf(owner.user.id)).toEqual(['provider']);
    await nothingHappened(steward);
  });

  it('may go', async () => {
    await leave(owner, owner.user);
    expect(await holdersOf('provider')).toEqual([]);
  });

  it('is no last one while an organization owns it, too', async () => {
    const steward = await addSteward();
    const assignee = { organizationId, roleOrganization: 'owner' } as const;
    await addAssignment(context, application.id, 'provider', assignee);
    await leave(steward, owner.user);
    await expect(assignments.take(steward, application, provider, assignee)).rejects.toEqual(refused);
    expect(await holdersOf('provider')).toMatchObject([assignee]);
  });

  it('is one of two whom somebody takes out at once', async () => {
    const steward = await addSteward();
    await addAssignment(context, application.id, 'provider', { userId: bob.id });
    const both = await Promise.allSettled([leave(steward, owner.user), leave(steward, bob)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both).toContainEqual({ status: 'rejected', reason: refused });
    expect(await holdersOf('provider')).toHaveLength(1);
  });

  it('of another application does not count', async () => {
    const steward = await addSteward();
    const other = await addApplication(context);
    await addAssignment(context, other.id, 'provider', { userId: bob.id });
    await expect(leave(steward, owner.user)).rejects.toEqual(refused);
  });
});
