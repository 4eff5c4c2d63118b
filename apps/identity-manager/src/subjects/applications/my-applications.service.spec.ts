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
import {
  isStanding,
  MyApplications,
  standsAs,
  type MyApplication,
  type Standing,
} from './my-applications.service';

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
const seen = async (who = user) =>
  (await mine.of(who)).map(({ id, develops, roles }) => ({
    id,
    develops,
    roles: roles.map(({ name }) => name),
  }));

describe('The applications of a user', () => {
  it('are none without a role', async () => {
    expect(await mine.of(user)).toEqual([]);
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
    expect((await mine.of(user)).map(({ develops }) => develops)).toEqual([true]);
  });

  it.each(Object.entries(may))('are developed by who may %s', async (_right, permissionId) => {
    const { id: roleId } = await addRole(context, application.id);
    await context.rows.insert(RolePermissionRow, { roleId, permissionId });
    await give(roleId);
    expect((await mine.of(user)).map(({ develops }) => develops)).toEqual([true]);
  });

  it('are not those of somebody else', async () => {
    const { id } = await addRole(context, application.id);
    await give(id, application, await addUser(context));
    expect(await mine.of(user)).toEqual([]);
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
    expect((await mine.through(organization.id, user)).map((each) => each.id)).toEqual([application.id]);
    expect(await mine.through(organization.id, clerk)).toEqual([]);
    expect(await mine.of(user)).toHaveLength(2);
  });

  it('are all for an administrator only where administrators manage everything', async () => {
    const all = await openTestContext([ApplicationsModule], { IDM_ADMIN_FULL: 'true' });
    try {
      const { id } = await addApplication(all);
      const [admin, other] = [await addUser(all, { admin: true }), await addUser(all)];
      const service = all.get(MyApplications);
      expect(await service.of(admin)).toMatchObject([{ id, develops: true, roles: [] }]);
      expect(await service.of(other)).toEqual([]);
    } finally {
      await all.close();
    }
    expect(await mine.of(await addUser(context, { admin: true }))).toEqual([]);
  });
});

describe('How a user stands to an application', () => {
  const having = (...ids: string[]) =>
    ({ roles: ids.map((id) => ({ id, name: id })) }) as unknown as MyApplication;

  it.each<[readonly string[], readonly Standing[]]>([
    [[], ['all', 'other']],
    [['provider'], ['all', 'provider']],
    [['purchaser'], ['all', 'purchaser']],
    [['guard'], ['all', 'other']],
    [
      ['provider', 'guard'],
      ['all', 'provider', 'other'],
    ],
    [
      ['provider', 'purchaser'],
      ['all', 'provider', 'purchaser'],
    ],
  ])('with the roles %j is %j', (roles, standings) => {
    const every = ['all', 'provider', 'purchaser', 'other'] as const;
    expect(every.filter((standing) => standsAs(having(...roles), standing))).toEqual(standings);
  });

  it.each(['all', '', 'Provider', '__proto__'])('is not named %j in an address', (text) => {
    expect(isStanding(text)).toBe(false);
  });
});
