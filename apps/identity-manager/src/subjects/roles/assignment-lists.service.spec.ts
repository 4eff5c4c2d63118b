import type { RoleRow } from '../../database/entities/role.row';
import { addApplication, addAssignment, addOrganization, addRole, addUser } from '../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { AssigneeKind } from './assigned';
import type { AssignedPart } from './assignment-lists.repository';
import { AssignmentLists } from './assignment-lists.service';
import { RolesModule } from './roles.module';

let context: TestContext;
let lists: AssignmentLists;
let applicationId: string;
let guard: RoleRow;
let keeper: RoleRow;
/** Ids of users and organizations by name. */
const ids = new Map<string, string>();
const names = ['ána', 'Bob', 'Jose\u0301 100%', 'a_b!'];
beforeAll(async () => {
  context = await openTestContext([RolesModule]);
  lists = context.get(AssignmentLists);
  applicationId = (await addApplication(context)).id;
  [guard, keeper] = [await addRole(context, applicationId), await addRole(context, applicationId)];
  for (const name of names) {
    const email = `${ids.size}@city.example`;
    const [user, organization] = [
      await addUser(context, { username: name, email }),
      await addOrganization(context, { name: `${name} ltd` }),
    ];
    ids.set(name, user.id).set(`${name} ltd`, organization.id);
    await addAssignment(context, applicationId, guard.id, { userId: user.id });
    await addAssignment(context, applicationId, guard.id, {
      organizationId: organization.id,
      roleOrganization: 'member',
    });
  }
  await addAssignment(context, applicationId, keeper.id, { userId: ids.get('Bob')! });
  await addAssignment(context, applicationId, keeper.id, {
    organizationId: ids.get('Bob ltd')!,
    roleOrganization: 'owner',
  });
  await addAssignment(context, applicationId, guard.id, {
    organizationId: ids.get('Bob ltd')!,
    roleOrganization: 'owner',
  });
  const other = await addApplication(context);
  const stranger = await addUser(context, { username: 'ana elsewhere' });
  await addAssignment(context, other.id, (await addRole(context, other.id)).id, { userId: stranger.id });
});
afterAll(() => context.close());

const all = { limit: 10, offset: 0 };
const inOrder = ['a_b!', 'ána', 'Bob', 'Jose\u0301 100%'];
const page = async (kind: AssigneeKind, roles: readonly RoleRow[], part: Partial<AssignedPart>) =>
  (await lists.page(kind, applicationId, roles, { ...all, ...part })).map(({ name }) => name);
const called = (kind: AssigneeKind, found: readonly string[]) =>
  kind === 'users' ? found : found.map((name) => `${name} ltd`);

describe.each<AssigneeKind>(['users', 'organizations'])('The %s with roles of an application', (kind) => {
  it.each<[string, string[]]>([
    ['', inOrder],
    ['ANA', ['ána']],
    ['jos\u00e9', ['Jose\u0301 100%']],
    ['%', ['Jose\u0301 100%']],
    ['_', ['a_b!']],
    ['!', ['a_b!']],
    [`' OR 1=1 --`, []],
  ])('who match %j are %j, on the page as in their number', async (text, found) => {
    expect(await page(kind, [guard, keeper], { text })).toEqual(called(kind, found));
    expect(await lists.count(kind, applicationId, [guard, keeper], text)).toBe(found.length);
  });

  it('are those with a role that counts', async () => {
    expect(await page(kind, [keeper], {})).toEqual(called(kind, ['Bob']));
    expect(await page(kind, [], {})).toEqual([]);
    expect(await lists.count(kind, applicationId, [])).toBe(0);
    expect(await page(kind, [{ ...keeper, id: '%' }], {})).toEqual([]);
    expect(await lists.page(kind, 'nowhere', [guard], all)).toEqual([]);
  });

  it.each([
    [0, 2, false, ['a_b!', 'ána']],
    [2, 2, false, ['Bob', 'Jose\u0301 100%']],
    [0, 1, true, ['Jose\u0301 100%']],
    [3, 5, true, ['a_b!']],
    [4, 5, false, []],
    [0, 0, false, []],
  ])('from %i on, %i at most, descending %j, are %j', async (offset, limit, descending, found) => {
    expect(await page(kind, [guard], { offset, limit, descending })).toEqual(called(kind, found));
  });

  it('come with those of the roles that are asked for', async () => {
    const name = called(kind, ['Bob'])[0]!;
    const [both, one] = [[guard, keeper], [keeper]];
    const roles =
      kind === 'users'
        ? [new Set([guard.id, keeper.id]), new Set([keeper.id])]
        : [
            new Set([`${guard.id} member`, `${guard.id} owner`, `${keeper.id} owner`]),
            new Set([`${keeper.id} owner`]),
          ];
    for (const [at, asked] of [both, one].entries()) {
      const [bob] = await lists.page(kind, applicationId, asked, { ...all, text: 'bob' });
      expect(bob).toEqual({ id: ids.get(name), name, image: 'default', roles: roles[at] });
      const found = await lists.rolesOf(kind, applicationId, asked, [ids.get(name)!, 'nobody', '%']);
      expect(found).toEqual(new Map([[ids.get(name), roles[at]]]));
    }
    expect(await lists.rolesOf(kind, applicationId, both, [])).toEqual(new Map());
  });

  it('are named by their ids, each once, by name, with roles or not', async () => {
    const asked = called(kind, ['Bob', 'ána', 'Bob']).map((name) => ids.get(name)!);
    const found = await lists.named(kind, [...asked, 'nobody', '%']);
    expect(found.map(({ name }) => name)).toEqual(called(kind, ['ána', 'Bob']));
    expect(await lists.named(kind, [])).toEqual([]);
  });

  it('are taken along whole, in the order of ids, which the audit log notes', async () => {
    const actor = actorFor(await addUser(context));
    const found: string[] = [];
    for await (const group of lists.export(actor, kind, applicationId, [guard], ''))
      found.push(...group.map(({ id }) => id));
    expect(found).toEqual(
      called(kind, names)
        .map((name) => ids.get(name)!)
        .toSorted(),
    );
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'assignments.export', applicationId, details: { of: kind, text: '' } },
    ]);
  });
});
