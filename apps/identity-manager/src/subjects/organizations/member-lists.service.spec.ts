import { addMember, addOrganization, addUser } from '../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { MemberSearch } from './member-lists.repository';
import { MemberLists } from './member-lists.service';
import { OrganizationsModule } from './organizations.module';

const members = [
  ['Ána', 'owner'],
  ['bob', 'member'],
  ['Jose\u0301 100%', 'member'],
  ['a_b', 'owner'],
  ["o'neil!", 'member'],
] as const;

let context: TestContext;
let lists: MemberLists;
let organizationId: string;
const ids = new Map<string, string>();
beforeAll(async () => {
  context = await openTestContext([OrganizationsModule]);
  lists = context.get(MemberLists);
  organizationId = (await addOrganization(context)).id;
  for (const [username, role] of members) {
    const { id } = await addUser(context, { username, email: `${ids.size}@city.example` });
    ids.set(username, id);
    await addMember(context, organizationId, id, role);
  }
  const other = await addOrganization(context);
  await addMember(context, other.id, (await addUser(context, { username: 'ana of others' })).id);
});
afterAll(() => context.close());

const part = { sort: 'name', descending: false, limit: 10, offset: 0 } as const;
const namesOf = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);
const all = ['a_b', 'Ána', 'bob', 'Jose\u0301 100%', "o'neil!"];

describe('The members of an organization', () => {
  it.each<[Partial<MemberSearch>, string[]]>([
    [{}, all],
    [{ text: 'ANA' }, ['Ána']],
    [{ text: 'jos\u00e9' }, ['Jose\u0301 100%']],
    [{ text: 'JOSE' }, ['Jose\u0301 100%']],
    [{ text: '%' }, ['Jose\u0301 100%']],
    [{ text: '_' }, ['a_b']],
    [{ text: '!' }, ["o'neil!"]],
    [{ text: "o'n" }, ["o'neil!"]],
    [{ text: `' OR 1=1 --` }, []],
    [{ text: 'nobody' }, []],
    [{ text: 'x'.repeat(10_000) }, []],
    [{ role: 'owner' }, ['a_b', 'Ána']],
    [{ role: 'member', text: 'b' }, ['bob']],
    [{ role: 'owner', text: 'b' }, ['a_b']],
  ])('who match %j are %j, on the page as in its number', async (search, names) => {
    const asked = { organizationId, text: '', ...search };
    expect(namesOf(await lists.page(asked, part))).toEqual(names);
    expect(await lists.count(asked)).toBe(names.length);
  });

  it.each([
    ['name', false, all],
    ['name', true, all.toReversed()],
    ['role', false, [...all.filter((name) => !['a_b', 'Ána'].includes(name)), 'a_b', 'Ána']],
  ] as const)('are in order by %s, descending %j', async (sort, descending, names) => {
    const found = await lists.page({ organizationId, text: '' }, { ...part, sort, descending });
    if (sort === 'name') expect(namesOf(found)).toEqual(names);
    else {
      expect(found.map(({ role }) => role)).toEqual(['member', 'member', 'member', 'owner', 'owner']);
      expect(namesOf(found).toSorted()).toEqual(names.toSorted());
    }
  });

  it.each([
    [0, 2, ['a_b', 'Ána']],
    [2, 2, ['bob', 'Jose\u0301 100%']],
    [4, 2, ["o'neil!"]],
    [5, 2, []],
    [1_000_000, 2, []],
    [0, 0, []],
  ])('from %i on, %i at most, are %j', async (offset, limit, names) => {
    expect(namesOf(await lists.page({ organizationId, text: '' }, { ...part, offset, limit }))).toEqual(
      names,
    );
  });

  it('show no more of anybody than lists need', async () => {
    const [first] = await lists.page({ organizationId, text: 'ana' }, part);
    expect(first).toEqual({ id: ids.get('Ána'), name: 'Ána', image: 'default', role: 'owner' });
  });

  it('are picked out of any ids, each once, by name', async () => {
    const asked = ['bob', 'Ána', 'bob'].map((name) => ids.get(name)!);
    expect(namesOf(await lists.among(organizationId, [...asked, 'nobody', `' OR 1=1 --`]))).toEqual([
      'Ána',
      'bob',
    ]);
    expect(await lists.among(organizationId, [])).toEqual([]);
    expect(await lists.among('nowhere', asked)).toEqual([]);
  });

  it('are taken along as they were searched, which the audit log notes', async () => {
    const actor = actorFor(await addUser(context));
    const names: string[] = [];
    for await (const group of lists.export(actor, { organizationId, text: 'a', role: 'owner' }))
      names.push(...namesOf(group));
    expect(names.toSorted()).toEqual(['a_b', 'Ána']);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'members.export', subject: organizationId, details: { text: 'a', role: 'owner' } },
    ]);
  });
});
