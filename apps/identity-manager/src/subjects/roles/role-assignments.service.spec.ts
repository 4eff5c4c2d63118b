import type { ApplicationRow } from '../../database/entities/application.row';
import { RoleAssignmentRow, RolePermissionRow, RoleRow } from '../../database/entities/role.row';
import type { UserRow } from '../../database/entities/user.row';
import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addRole,
  addUser,
} from '../../database/test-rows';
import { Conflict, Forbidden, NotFound } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import type { AssignedPart } from './assignment-lists.repository';
import { AssignmentLists } from './assignment-lists.service';
import { HeldRolesRepository } from './held-roles.repository';
import { OwnedPermissionsService } from './owned-permissions.service';
import { RoleAssignments } from './role-assignments.service';
import { RolesModule } from './roles.module';

let context: TestContext;
let assignments: RoleAssignments;
let application: ApplicationRow;
let owner: Actor;
let bob: UserRow;
let role: RoleRow;
let provider: RoleRow;
beforeEach(async () => {
  context = await openTestContext([RolesModule]);
  assignments = context.get(RoleAssignments);
  application = await addApplication(context);
  owner = actorFor(await addUser(context, { username: 'ana' }));
  bob = await addUser(context, { username: 'bob' });
  role = await addRole(context, application.id);
  provider = await context.rows.findOneByOrFail(RoleRow, { id: 'provider' });
  await addAssignment(context, application.id, 'provider', { userId: owner.user.id });
});
afterEach(() => context.close());

const rolesOf = async (userId: string) =>
  (await context.rows.findBy(RoleAssignmentRow, { userId })).map(({ roleId }) => roleId);

describe('Roles of users', () => {
  it('are given, once, and taken', async () => {
    await assignments.give(owner, application, role, { userId: bob.id });
    await assignments.give(owner, application, role, { userId: bob.id });
    expect(await rolesOf(bob.id)).toEqual([role.id]);
    await assignments.take(owner, application, role, { userId: bob.id });
    expect(await rolesOf(bob.id)).toEqual([]);
    await expect(assignments.take(owner, application, role, { userId: bob.id })).rejects.toEqual(
      new NotFound('assignments'),
    );
    expect(await context.audited()).toEqual([
      ['role.user.assign', bob.id],
      ['role.user.assign', bob.id],
      ['role.user.remove', bob.id],
    ]);
  });

  it('pass only from those who may assign them', async () => {
    const other = await addRole(context, application.id);
    const own = await addRole(context, application.id);
    await context.rows.insert(RolePermissionRow, { roleId: own.id, permissionId: '6' });
    await addAssignment(context, application.id, own.id, { userId: bob.id });
    const actor = actorFor(bob);
    await assignments.give(actor, application, own, { userId: owner.user.id });
    for (const refused of [other, provider]) {
      await expect(assignments.give(actor, application, refused, { userId: bob.id })).rejects.toEqual(
        new Forbidden('notPermitted'),
      );
      expect((await context.audited()).at(-1)).toEqual(['access.refuse', `role.assign ${refused.id}`]);
    }
    expect(await assignments.ofUsers(actor, application)).toHaveLength(2);
    expect(await assignments.ofUsers(owner, application)).toHaveLength(3);
    expect(await assignments.ofUsers(owner, application, bob.id)).toHaveLength(1);
  });

  it('leave an application its last owner, unless it is the owner who goes', async () => {
    await assignments.give(owner, application, provider, { userId: bob.id });
    await assignments.take(actorFor(bob), application, provider, { userId: owner.user.id });
    await assignments.give(actorFor(bob), application, provider, { userId: owner.user.id });
    await assignments.take(owner, application, provider, { userId: owner.user.id });
    expect(await rolesOf(bob.id)).toEqual(['provider']);
    const admin = actorFor(await addUser(context, { admin: true }));
    await addAssignment(context, application.id, 'purchaser', { userId: admin.user.id });
    await context.rows.insert(RolePermissionRow, { roleId: 'purchaser', permissionId: '1' });
    await expect(assignments.take(admin, application, provider, { userId: bob.id })).rejects.toEqual(
      new Conflict('', 'lastOwnerOfApplication'),
    );
    await assignments.take(actorFor(bob), application, provider, { userId: bob.id });
    expect(await rolesOf(bob.id)).toEqual([]);
  });
});

describe('Roles of organizations', () => {
  it('count for those who are on the side that has them', async () => {
    const organization = await addOrganization(context);
    await addMember(context, organization.id, bob.id, 'member');
    const [held, owned] = [context.get(HeldRolesRepository), context.get(OwnedPermissionsService)];
    const give = (one: RoleRow, roleOrganization: 'owner' | 'member') =>
      assignments.give(owner, application, one, { organizationId: organization.id, roleOrganization });
    await give(role, 'member');
    await give(provider, 'owner');
    const theirs = { applicationId: application.id, roleId: role.id, name: role.name };
    expect(await held.everywhere(bob.id)).toEqual([theirs]);
    expect(await held.in(application.id, bob.id)).toEqual([theirs]);
    expect(await held.through(organization.id, bob.id)).toEqual([theirs]);
    expect(await held.applicationsOf(bob.id, '2')).toEqual(new Map([[application.id, false]]));
    expect(await held.applicationsOf(owner.user.id, '2')).toEqual(new Map([[application.id, true]]));
    expect((await held.peopleIn(application.id, 50)).toSorted()).toEqual([bob.id, owner.user.id].toSorted());
    expect(await owned.of(bob, application.id)).toEqual({
      permissions: new Set(),
      roleIds: new Set([role.id]),
    });
    await give(provider, 'member');
    expect((await owned.of(bob, application.id)).permissions).toEqual(
      new Set(['1', '2', '3', '4', '5', '6']),
    );
    expect(await assignments.ofOrganizations(owner, application, organization.id)).toHaveLength(3);
    expect(await assignments.ofUsers(owner, application)).toHaveLength(1);
  });

  it('are listed by name with those of users', async () => {
    const organization = await addOrganization(context, { name: 'water works' });
    const assignee = { organizationId: organization.id, roleOrganization: 'member' } as const;
    await assignments.give(owner, application, role, assignee);
    const lists = context.get(AssignmentLists);
    const shown = [role, provider];
    const all = { limit: 10, offset: 0 };
    expect(await lists.page('organizations', application.id, shown, all)).toEqual([
      { id: organization.id, name: 'water works', image: 'default', roles: new Set([`${role.id} member`]) },
    ]);
    expect(await lists.page('organizations', application.id, shown, { ...all, text: 'other' })).toEqual([]);
    await assignments.give(owner, application, role, { userId: bob.id });
    const names = async (part: Partial<AssignedPart>, roles = shown) =>
      (await lists.page('users', application.id, roles, { ...all, ...part })).map(({ name }) => name);
    expect(await names({})).toEqual(['ana', 'bob']);
    expect(await names({ descending: true, limit: 1 })).toEqual(['bob']);
    expect(await names({ offset: 1 })).toEqual(['bob']);
    expect(await names({ text: 'BÓ' })).toEqual(['bob']);
    expect(await names({}, [role])).toEqual(['bob']);
    expect(await names({}, [])).toEqual([]);
    expect(await lists.count('users', application.id, shown)).toBe(2);
    expect(await lists.rolesOf('users', application.id, shown, [bob.id, 'nobody'])).toEqual(
      new Map([[bob.id, new Set([role.id])]]),
    );
    await assignments.take(owner, application, role, assignee);
    expect(await lists.page('organizations', application.id, shown, all)).toEqual([]);
  });
});

describe('An administrator who manages everything', () => {
  it('owns every application', async () => {
    const admin = await addUser(context, { admin: true });
    const owned = context.get(OwnedPermissionsService);
    expect((await owned.of(admin, application.id)).permissions.size).toBe(0);
    const other = await openTestContext([RolesModule], { IDM_ADMIN_FULL: 'true' });
    try {
      const all = await other.get(OwnedPermissionsService).of(admin, application.id);
      expect(all.permissions.size).toBe(6);
    } finally {
      await other.close();
    }
  });
});
