import type { ApplicationRow } from '../../database/entities/application.row';
import { RolePermissionRow } from '../../database/entities/role.row';
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
import { may } from '../roles/internal-permission';
import { ApplicationsModule } from './applications.module';
import { MyApplications } from './my-applications.service';

let context: TestContext;
let mine: MyApplications;
beforeAll(async () => {
  context = await openTestContext([ApplicationsModule]);
  mine = context.get(MyApplications);
});
afterAll(() => context.close());

let user: UserRow;
let application: ApplicationRow;
beforeEach(async () => {
  user = await addUser(context);
  application = await addApplication(context);
});

const give = (roleId: string, where = application, who = user) =>
  addAssignment(context, where.id, roleId, { userId: who.id });

const part = { sort: 'created', descending: false, limit: 10, offset: 0 } as const;
const listed = (who = user, organizationId?: string, service = mine) =>
  service.page(who, { text: '', organizationId }, part);
const seen = async (who = user) =>
  (await listed(who)).map(({ id, develops, roles }) => ({
    id,
    develops,
    roles: roles.map(({ name }) => name),
  }));

describe('The applications of a user', () => {
  it('are none without a role', async () => {
    expect(await listed()).toEqual([]);
    expect(await mine.rolesIn(application.id, user)).toEqual([]);
  });

  it('come with all their roles, by name', async () => {
    for (const name of ['guard', 'attendant'])
      await give((await addRole(context, application.id, { name })).id);
    expect(await seen()).toEqual([{ id: application.id, develops: false, roles: ['attendant', 'guard'] }]);
    expect((await mine.rolesIn(application.id, user)).map(({ name }) => name)).toEqual([
      'attendant',
      'guard',
    ]);
  });

  it.each(['provider', 'purchaser'])('are developed by who has the role %s', async (role) => {
    await give(role);
    expect((await listed()).map(({ develops }) => develops)).toEqual([true]);
  });

  it.each(Object.entries(may))('are developed by who may %s', async (_right, permissionId) => {
    const { id: roleId } = await addRole(context, application.id);
    await context.rows.insert(RolePermissionRow, { roleId, permissionId });
    await give(roleId);
    expect((await listed()).map(({ develops }) => develops)).toEqual([true]);
  });

  it('are not those of somebody else', async () => {
    const { id } = await addRole(context, application.id);
    await give(id, application, await addUser(context));
    expect(await listed()).toEqual([]);
  });

  it('are those of an organization, by the side on which one stands', async () => {
    const organization = await addOrganization(context);
    const clerk = await addUser(context);
    await addMember(context, organization.id, user.id, 'owner');
    await addMember(context, organization.id, clerk.id, 'member');
    const { id } = await addRole(context, application.id);
    const given = { organizationId: organization.id, roleOrganization: 'owner' } as const;
    await addAssignment(context, application.id, id, given);
    expect(await seen()).toEqual([{ id: application.id, develops: false, roles: ['guard'] }]);
    expect(await seen(clerk)).toEqual([]);
    // Own roles do not lead through it.
    const other = await addApplication(context);
    await give((await addRole(context, other.id)).id, other);
    expect((await listed(user, organization.id)).map((each) => each.id)).toEqual([application.id]);
    expect(await listed(clerk, organization.id)).toEqual([]);
    expect(await listed()).toHaveLength(2);
  });

  it('are all for an administrator only where administrators manage everything', async () => {
    const all = await openTestContext([ApplicationsModule], { IDM_ADMIN_FULL: 'true' });
    try {
      const { id } = await addApplication(all);
      const [admin, other] = [await addUser(all, { admin: true }), await addUser(all)];
      const service = all.get(MyApplications);
      expect(await listed(admin, undefined, service)).toMatchObject([{ id, develops: true, roles: [] }]);
      expect(await service.count(admin, { text: '' })).toBe(1);
      expect(await listed(other, undefined, service)).toEqual([]);
      expect(await service.count(other, { text: '' })).toBe(0);
      // Nobody sees all through one organization, nor is any a role that one has.
      const { id: organizationId } = await addOrganization(all);
      expect(await listed(admin, organizationId, service)).toEqual([]);
      expect(await service.withRoles(admin)).toEqual([]);
    } finally {
      await all.close();
    }
    expect(await listed(await addUser(context, { admin: true }))).toEqual([]);
  });
});
