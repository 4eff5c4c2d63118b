import { RolePermissionRow } from '../../database/entities/role.row';
import type { UserRow } from '../../database/entities/user.row';
import { addApplication, addAssignment, addRole, addUser } from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import { AssignableRoles } from './assignable-roles.service';
import { may } from './internal-permission';
import { OwnedPermissionsService } from './owned-permissions.service';
import { RolesModule } from './roles.module';

let context: TestContext;
let applicationId: string;
/** Roles of the application by what they are called here; `manager` permits what only owners have. */
const ids = new Map<string, string>();
beforeAll(async () => {
  context = await openTestContext([RolesModule]);
  applicationId = (await addApplication(context)).id;
  for (const name of ['plain', 'held', 'manager', 'helper'])
    ids.set(name, (await addRole(context, applicationId, { name })).id);
  const permit = (name: string, permissionId: string) =>
    context.rows.insert(RolePermissionRow, { roleId: ids.get(name)!, permissionId });
  await permit('manager', may.manageApplication);
  await permit('helper', may.assignOwnRoles);
  await addRole(context, (await addApplication(context)).id, { name: 'strange' });
});
afterAll(() => context.close());

/** A user with a role of their own that carries these internal permissions, who has further roles. */
async function userWith(permissions: readonly string[], held: readonly string[]): Promise<UserRow> {
  const user = await addUser(context);
  if (permissions.length > 0) {
    const carrier = await addRole(context, applicationId, { name: 'carrier' });
    for (const permissionId of permissions)
      await context.rows.insert(RolePermissionRow, { roleId: carrier.id, permissionId });
    await addAssignment(context, applicationId, carrier.id, { userId: user.id });
    created.push(carrier.id);
  }
  for (const name of held)
    await addAssignment(context, applicationId, ids.get(name) ?? name, { userId: user.id });
  return user;
}

const created: string[] = [];
afterEach(async () => {
  for (const id of created.splice(0)) await context.rows.query('DELETE FROM roles WHERE id = ?', [id]);
});

const nameOf = new Map<string, string>();
beforeAll(() => ids.forEach((id, name) => nameOf.set(id, name)));
const named = (found: Iterable<string>) => [...found].map((id) => nameOf.get(id) ?? id).toSorted();
const known = (found: readonly string[]) => found.filter((id) => !created.includes(id));

const { assignInternalRoles, assignAllRoles, assignOwnRoles, manageApplication, manageRoles } = may;
const everything = Object.values(may);
const internal = ['provider', 'purchaser'];

describe('The roles that somebody may assign', () => {
  it.each<[string, string[], string[], string[]]>([
    ['nothing', [], ['held'], []],
    ['internal roles', [assignInternalRoles], ['held'], internal],
    // `manager` permits more than they have, so they cannot hand it on; `helper` permits what they lack, too.
    ['all roles', [assignAllRoles], [], ['held', 'plain']],
    ['all roles and own ones', [assignAllRoles, assignOwnRoles], [], ['held', 'helper', 'plain']],
    [
      'all roles, who has what they permit',
      [assignAllRoles, assignOwnRoles, manageApplication],
      [],
      ['held', 'helper', 'manager', 'plain'],
    ],
    ['own roles', [assignOwnRoles], ['held'], ['held']],
    [
      'own roles, who has several',
      [assignOwnRoles],
      ['held', 'helper', 'plain'],
      ['held', 'helper', 'plain'],
    ],
    [
      'own roles, who may assign all as a purchaser',
      [assignOwnRoles],
      ['purchaser'],
      ['held', 'helper', 'plain'],
    ],
    ['what is managed, which is another right', [manageRoles, manageApplication], ['held'], []],
    ['everything', everything, [], ['held', 'helper', 'manager', 'plain', ...internal]],
  ])('by whom may assign %s', async (_who, permissions, held, expected) => {
    const user = await userWith(permissions, held);
    const found = await context.get(AssignableRoles).idsFor(user, applicationId);
    expect(named(known([...found]))).toEqual(expected.toSorted());
  });

  it('are all for who has one of the service’s roles that says so', async () => {
    const [owner, buyer] = [await userWith([], ['provider']), await userWith([], ['purchaser'])];
    const idsFor = async (user: UserRow) =>
      named(await context.get(AssignableRoles).idsFor(user, applicationId));
    expect(await idsFor(owner)).toEqual([...ids.keys(), ...internal].toSorted());
    expect(await idsFor(buyer)).toEqual(['held', 'plain']);
  });

  it('are none in another application', async () => {
    const user = await userWith(everything, []);
    const { id: other } = await addApplication(context);
    expect((await context.get(AssignableRoles).idsFor(user, other)).size).toBe(0);
  });
});

describe('The roles that a list shows', () => {
  it.each<[string[], string[]]>([
    [[manageRoles], ['held', 'helper', 'manager', 'plain', ...internal]],
    [[assignOwnRoles], []],
    [[assignAllRoles], ['held', 'plain']],
    [[], []],
  ])('to whom %j is permitted', async (permissions, expected) => {
    const user = await userWith(permissions, []);
    const owned = await context.get(OwnedPermissionsService).of(user, applicationId);
    const shown = await context.get(AssignableRoles).visibleTo(applicationId, owned);
    const others = known(shown.map(({ id }) => id));
    expect(named(others)).toEqual(expected.toSorted());
  });
});
