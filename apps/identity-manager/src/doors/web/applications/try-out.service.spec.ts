import { Module } from '@nestjs/common';
import type { ApplicationRow } from '../../../database/entities/application.row';
import { RolePermissionRow, type PermissionRow, type RoleRow } from '../../../database/entities/role.row';
import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addPermission,
  addRole,
  addUser,
} from '../../../database/test-rows';
import { DecisionCounts } from '../../../subjects/decisions/decision-counts';
import { DecisionsModule } from '../../../subjects/decisions/decisions.module';
import { Decisions } from '../../../subjects/decisions/decisions.service';
import { RolesModule } from '../../../subjects/roles/roles.module';
import { UsersModule } from '../../../subjects/users/users.module';
import { openTestContext, type TestContext } from '../../../test-context';
import { TryOut, type Trial } from './try-out.service';

@Module({ imports: [DecisionsModule, RolesModule, UsersModule], providers: [TryOut] })
class TryOutModule {}

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext([TryOutModule]);
});
afterAll(() => context.close());

let application: ApplicationRow;
/** Reads, writes, and may do neither. */
let reader: RoleRow;
let writer: RoleRow;
let idle: RoleRow;
beforeEach(async () => {
  application = await addApplication(context);
  [reader, writer, idle] = [await role('reader'), await role('writer'), await role('idle')];
  await permit(reader, { name: 'see all', action: 'GET', resource: '/data' });
  await permit(writer, { name: 'change all', action: 'PUT', resource: '/data' });
});

const role = (name: string) => addRole(context, application.id, { name });
async function permit({ id: roleId }: RoleRow, given: Partial<PermissionRow>): Promise<void> {
  const { id: permissionId } = await addPermission(context, application.id, given);
  await context.rows.insert(RolePermissionRow, { roleId, permissionId });
}
async function user(username: string, ...roles: readonly RoleRow[]): Promise<string> {
  const { id } = await addUser(context, { username, email: `${username}.${application.id}@city.example` });
  for (const each of roles) await addAssignment(context, application.id, each.id, { userId: id });
  return id;
}

const read: Trial = { action: 'GET', resource: '/data', serviceHeader: '', user: '' };
const ask = (more: Partial<Trial> = {}) =>
  context.get(TryOut).ask(
    application.id,
    [reader, writer, idle].map(({ id, name }) => ({ id, name })),
    { ...read, ...more },
  );
const outcomes = async (more: Partial<Trial> = {}) =>
  (await ask(more)).roles.map(({ role: { name }, decision }) => `${name} ${decision}`);

describe('What is tried out', () => {
  it.each<[Partial<Trial>, string[]]>([
    [{}, ['reader Permit', 'writer Deny', 'idle Deny']],
    [{ action: 'PUT' }, ['reader Deny', 'writer Permit', 'idle Deny']],
    [{ resource: '/data/' }, ['reader Deny', 'writer Deny', 'idle Deny']],
  ])('with %j is permitted by some roles', async (more, expected) => {
    expect(await outcomes(more)).toEqual(expected);
  });

  it('names the permission by which it is permitted', async () => {
    expect((await ask()).roles.map(({ because }) => because)).toEqual(['see all', undefined, undefined]);
  });

  it.each([
    ['smartcity', 'Permit'],
    ['other', 'Deny'],
    ['', 'Deny'],
  ])('in the tenant %j is decided there', async (serviceHeader, decision) => {
    await permit(idle, {
      action: 'GET',
      resource: '/city',
      useAuthorizationServiceHeader: true,
      authorizationServiceHeader: 'smartcity',
    });
    expect(await outcomes({ resource: '/city', serviceHeader })).toContain(`idle ${decision}`);
  });

  it('is no decision that is counted, and nothing that the audit log has', async () => {
    await user('ana', reader);
    await ask();
    const counts = context.get(DecisionCounts);
    await counts.flush();
    expect(await counts.since(application.id, 0)).toEqual([]);
    expect(await context.audited()).toEqual([]);
    // A decision in earnest is.
    await context.get(Decisions).ofRoles(application.id, [reader.id], { action: 'GET', resource: '/data' });
    expect(await counts.since(application.id, 0)).toHaveLength(1);
  });
});

describe('Who may do what is tried out', () => {
  it('is everybody with a role, by name, with the roles by which they may', async () => {
    await user('eva', idle);
    await user('ana', reader, writer);
    expect((await ask()).users).toEqual([
      {
        username: 'ana',
        decision: 'Permit',
        because: 'see all',
        grants: [],
        through: ['reader'],
        roles: expect.arrayContaining(['reader', 'writer']),
      },
      { username: 'eva', decision: 'Deny', because: undefined, grants: [], through: [], roles: ['idle'] },
    ]);
  });

  it('is one user by name or address, also who has no role', async () => {
    await user('ana', reader);
    const username = `uma ${application.id}`;
    await addUser(context, { username, email: `uma@${application.id}.example` });
    for (const asked of [username, `UMA@${application.id}.example`])
      expect(await ask({ user: asked })).toMatchObject({
        users: [{ username, decision: 'Deny', roles: [] }],
        unknownUser: false,
      });
  });

  it('is nobody when the name is nobody’s, which is said, and the roles are shown all the same', async () => {
    await user('ana', reader);
    const { users, unknownUser, roles } = await ask({ user: 'nobody at all' });
    expect([users, unknownUser, roles.length]).toEqual([[], true, 3]);
  });

  it('is somebody by an organization, of the side that the role was given to', async () => {
    const organization = await addOrganization(context);
    const [boss, clerk] = [await user(`boss ${application.id}`), await user(`clerk ${application.id}`)];
    await addMember(context, organization.id, boss, 'owner');
    await addMember(context, organization.id, clerk, 'member');
    const given = { organizationId: organization.id, roleOrganization: 'owner' } as const;
    await addAssignment(context, application.id, reader.id, given);
    const of = async (name: string) => (await ask({ user: `${name} ${application.id}` })).users;
    expect(await of('boss')).toMatchObject([{ decision: 'Permit', through: ['reader'] }]);
    expect(await of('clerk')).toMatchObject([{ decision: 'Deny', through: [], roles: [] }]);
  });

  it('is nobody by a role of another application', async () => {
    const other = await addApplication(context);
    const strange = await addRole(context, other.id);
    const { id: permissionId } = await addPermission(context, other.id, { action: 'GET', resource: '/data' });
    await context.rows.insert(RolePermissionRow, { roleId: strange.id, permissionId });
    const username = `ivo ${application.id}`;
    const { id: userId } = await addUser(context, { username });
    await addAssignment(context, other.id, strange.id, { userId });
    expect((await ask({ user: username })).users).toMatchObject([{ decision: 'Deny', roles: [] }]);
    expect((await ask()).users).toEqual([]);
  });

  it('is at most 50 users, so that the page answers', async () => {
    for (let at = 0; at < 51; at++) await user(`user ${at}`, reader);
    expect((await ask()).users).toHaveLength(50);
  });
});
