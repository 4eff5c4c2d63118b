import { RolePermissionRow, type RoleRow } from '../../database/entities/role.row';
import type { UserRow } from '../../database/entities/user.row';
import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addRole,
  addUser,
} from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import { HeldRolesRepository } from './held-roles.repository';
import { RolesModule } from './roles.module';

let context: TestContext;
let held: HeldRolesRepository;
beforeAll(async () => {
  context = await openTestContext([RolesModule]);
  held = context.get(HeldRolesRepository);
});
afterAll(() => context.close());

/** An application with a role, and an organization with an owner and a member. */
let applicationId: string;
let otherId: string;
let role: RoleRow;
let organizationId: string;
let boss: UserRow;
let clerk: UserRow;
beforeEach(async () => {
  applicationId = (await addApplication(context)).id;
  otherId = (await addApplication(context)).id;
  role = await addRole(context, applicationId);
  organizationId = (await addOrganization(context)).id;
  [boss, clerk] = [await addUser(context), await addUser(context)];
  await addMember(context, organizationId, boss.id, 'owner');
  await addMember(context, organizationId, clerk.id, 'member');
});

const give = (assignee: Parameters<typeof addAssignment>[3], roleId = role.id, where = applicationId) =>
  addAssignment(context, where, roleId, assignee);
const toSide = (roleOrganization: 'owner' | 'member') => ({ organizationId, roleOrganization });
const theRole = () => ({ applicationId, roleId: role.id, name: role.name });

describe('The roles that somebody has', () => {
  it.each<['owner' | 'member', number, number]>([
    ['owner', 1, 0],
    ['member', 0, 1],
  ])('by an organization are those of the side of its %ss', async (side, ofBoss, ofClerk) => {
    await give(toSide(side));
    for (const [user, amount] of [
      [boss, ofBoss],
      [clerk, ofClerk],
    ] as const) {
      const expected = Array(amount).fill(theRole());
      expect(await held.everywhere(user.id)).toEqual(expected);
      expect(await held.in(applicationId, user.id)).toEqual(expected);
      expect(await held.through(organizationId, user.id)).toEqual(expected);
      expect(await held.in(otherId, user.id)).toEqual([]);
    }
  });

  it('are named once, also when somebody has one in two ways', async () => {
    await give(toSide('member'));
    await give({ userId: clerk.id });
    expect(await held.everywhere(clerk.id)).toEqual([theRole()]);
    expect(await held.in(applicationId, clerk.id)).toEqual([theRole()]);
    expect(await held.countWithRole(role.id)).toBe(1);
  });

  it('by one organization are none of another, and none of one’s own', async () => {
    const other = await addOrganization(context);
    await addMember(context, other.id, clerk.id);
    await give({ organizationId: other.id, roleOrganization: 'member' });
    await give({ userId: clerk.id });
    expect(await held.through(organizationId, clerk.id)).toEqual([]);
    expect(await held.through(other.id, clerk.id)).toEqual([theRole()]);
  });

  it('of an organization give rights in its applications to one side', async () => {
    await give(toSide('owner'), 'provider');
    await give({ userId: clerk.id }, 'purchaser', otherId);
    const manage = '2';
    expect(await held.applicationsCarrying(boss.id, [manage, '5'])).toEqual(new Set([applicationId]));
    expect(await held.applicationsCarrying(clerk.id, [manage, '5'])).toEqual(new Set([otherId]));
    expect(await held.applicationsCarrying(clerk.id, ['4'])).toEqual(new Set());
  });

  it('come with each permission, and with none where a role permits nothing', async () => {
    await give({ userId: clerk.id });
    expect(await held.permissionsIn(applicationId, clerk.id)).toEqual([
      { roleId: role.id, permissionId: null },
    ]);
    for (const permissionId of ['5', '6'])
      await context.rows.insert(RolePermissionRow, { roleId: role.id, permissionId });
    const rows = await held.permissionsIn(applicationId, clerk.id);
    expect(rows.map(({ permissionId }) => permissionId).toSorted()).toEqual(['5', '6']);
    expect(await held.permissionsIn(otherId, clerk.id)).toEqual([]);
  });
});

describe('Those who have roles in an application', () => {
  it('are named once each, at most so many, whatever way they have them', async () => {
    await give({ userId: boss.id });
    await give(toSide('owner'));
    await give(toSide('member'));
    expect(await held.usersIn(applicationId, 50)).toEqual([boss.id, clerk.id].toSorted());
    expect(await held.usersIn(applicationId, 1)).toHaveLength(1);
    expect(await held.usersIn(otherId, 50)).toEqual([]);
  });

  it('are counted once for a role and once for a permission', async () => {
    const second = await addRole(context, applicationId);
    for (const roleId of [role.id, second.id])
      await context.rows.insert(RolePermissionRow, { roleId, permissionId: '4' });
    const before = await held.countWithPermission('4');
    await give({ userId: boss.id });
    await give({ userId: boss.id }, second.id);
    await give(toSide('owner'), second.id);
    await give(toSide('member'), second.id);
    expect(await held.countWithRole(role.id)).toBe(1);
    expect(await held.countWithRole(second.id)).toBe(2);
    expect((await held.countWithPermission('4')) - before).toBe(2);
    expect(await held.countWithRole('%')).toBe(0);
  });

  it('are none of an organization that nobody belongs to any more', async () => {
    await give(toSide('member'));
    await context.rows.query('DELETE FROM memberships WHERE organization_id = ?', [organizationId]);
    expect(await held.usersIn(applicationId, 50)).toEqual([]);
    expect(await held.countWithRole(role.id)).toBe(0);
  });
});
