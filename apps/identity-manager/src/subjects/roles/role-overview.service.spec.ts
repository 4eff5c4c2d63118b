import { RolePermissionRow } from '../../database/entities/role.row';
import {
  addApplication,
  addAssignment,
  addOrganization,
  addPermission,
  addRole,
  addUser,
} from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import { RoleOverviews } from './role-overview.service';
import { RolesModule } from './roles.module';

let context: TestContext;
let overviews: RoleOverviews;
beforeAll(async () => {
  context = await openTestContext([RolesModule]);
  overviews = context.get(RoleOverviews);
});
afterAll(() => context.close());

const internalIds = ['1', '2', '3', '4', '5', '6'];
const named = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);
const sorted = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).toSorted();

describe('Roles and permissions side by side', () => {
  it('are the application’s by name, those of the service, and which has which', async () => {
    const { id: applicationId } = await addApplication(context);
    const { id: otherId } = await addApplication(context);
    const roles = [];
    for (const name of ['zoo', 'Ana', 'ána']) roles.push(await addRole(context, applicationId, { name }));
    const [write, read] = [
      await addPermission(context, applicationId, { name: 'write' }),
      await addPermission(context, applicationId, { name: 'read' }),
    ];
    const strange = await addRole(context, otherId, { name: 'strange' });
    await addPermission(context, otherId, { name: 'strange' });
    for (const [roleId, permissionId] of [
      [roles[0]!.id, write.id],
      [roles[0]!.id, '2'],
      [strange.id, '2'],
    ] as const)
      await context.rows.insert(RolePermissionRow, { roleId, permissionId });
    const overview = await overviews.of(applicationId);
    expect(named(overview.roles)).toEqual(['Ana', 'ána', 'zoo']);
    expect(named(overview.permissions)).toEqual(['read', 'write']);
    expect(sorted(overview.internalRoles)).toEqual(['provider', 'purchaser']);
    expect(sorted(overview.internalPermissions)).toEqual(internalIds);
    expect([...overview.pairs].toSorted()).toEqual(
      [
        `${roles[0]!.id} ${write.id}`,
        `${roles[0]!.id} 2`,
        ...internalIds.map((id) => `provider ${id}`),
        'purchaser 5',
      ].toSorted(),
    );
    expect(overview.pairs.has(`${roles[1]!.id} ${read.id}`)).toBe(false);
    const part = await overviews.part(applicationId, { limit: 1, offset: 1 });
    expect([named(part.permissions), part.permissionCount, overview.permissionCount]).toEqual([
      ['write'],
      2,
      2,
    ]);
    expect({ ...part, permissions: [], pairs: [] }).toEqual({ ...overview, permissions: [], pairs: [] });
    expect(part.pairs.has(`${roles[0]!.id} ${write.id}`)).toBe(true);
    expect(part.pairs.has(`provider ${internalIds[0]}`)).toBe(true);
  });

  it('settle equal names by their ids, the same each time', async () => {
    const { id: applicationId } = await addApplication(context);
    const ids = [];
    for (let at = 0; at < 5; at++) ids.push((await addRole(context, applicationId, { name: 'twin' })).id);
    for (let times = 0; times < 2; times++)
      expect((await overviews.of(applicationId)).roles.map(({ id }) => id)).toEqual(ids.toSorted());
  });

  it('are counted: each user once, whatever they have', async () => {
    const { id: applicationId } = await addApplication(context);
    expect(await overviews.numbers(applicationId)).toEqual({ users: 0, roles: 0, permissions: 0 });
    const { id: organizationId } = await addOrganization(context);
    const [ana, bob] = [await addUser(context), await addUser(context)];
    const role = await addRole(context, applicationId);
    await addRole(context, applicationId);
    await addPermission(context, applicationId);
    for (const userId of [ana.id, bob.id]) await addAssignment(context, applicationId, role.id, { userId });
    await addAssignment(context, applicationId, 'provider', { userId: ana.id });
    await addAssignment(context, applicationId, role.id, { organizationId, roleOrganization: 'member' });
    expect(await overviews.numbers(applicationId)).toEqual({ users: 2, roles: 2, permissions: 1 });
    expect(await overviews.numbers('%')).toEqual({ users: 0, roles: 0, permissions: 0 });
  });

  it('of no application are those of the service', async () => {
    const { roles, permissions, pairs } = await overviews.of('nowhere');
    expect([roles, permissions, pairs.size]).toEqual([[], [], 7]);
  });
});
