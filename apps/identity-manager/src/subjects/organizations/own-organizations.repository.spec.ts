import { addMember, addOrganization, addUser } from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import { OrganizationsModule } from './organizations.module';
import { OwnOrganizationsRepository, type OwnOrganizationSearch } from './own-organizations.repository';

/** Oldest first. */
const organizations = [
  ['Water Works', 'owner'],
  ['bús 100%', 'member'],
  ['A\u0301vila', 'member'],
  ['a_b', 'owner'],
  ["o'neil!", 'member'],
] as const;

let context: TestContext;
let own: OwnOrganizationsRepository;
let userId: string;
let eldest: string;
beforeAll(async () => {
  context = await openTestContext([OrganizationsModule]);
  own = context.get(OwnOrganizationsRepository);
  userId = (await addUser(context)).id;
  const other = (await addUser(context)).id;
  for (const [at, [name, role]] of organizations.entries()) {
    const { id } = await addOrganization(context, { name, description: `${name} at work`, createdAt: at });
    eldest ??= id;
    await addMember(context, id, userId, role);
    await addMember(context, id, other, role === 'owner' ? 'member' : 'owner');
  }
  const foreign = await addOrganization(context, { name: 'Water of others' });
  await addMember(context, foreign.id, other, 'owner');
});
afterAll(() => context.close());

const part = { sort: 'name', descending: false, limit: 10, offset: 0 } as const;
const namesOf = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);
const sorted = (names: readonly string[]) => names.toSorted();

describe('One’s organizations', () => {
  it.each<[Partial<OwnOrganizationSearch>, string[]]>([
    [{}, organizations.map(([name]) => name)],
    [{ text: 'WATER' }, ['Water Works']],
    [{ text: 'avi' }, ['A\u0301vila']],
    [{ text: '\u00c1VI' }, ['A\u0301vila']],
    [{ text: '%' }, ['bús 100%']],
    [{ text: '_' }, ['a_b']],
    [{ text: '!' }, ["o'neil!"]],
    [{ text: "o'n" }, ["o'neil!"]],
    [{ text: `' OR 1=1 --` }, []],
    [{ text: 'at work' }, []],
    [{ text: 'x'.repeat(10_000) }, []],
    [{ role: 'owner' }, ['Water Works', 'a_b']],
    [{ role: 'member', text: 'b' }, ['bús 100%']],
    [{ role: 'owner', text: 'b' }, ['a_b']],
    [{ userId: 'nobody' }, []],
  ])('that match %j are %j, on the page as in their number', async (search, names) => {
    const asked = { userId, text: '', ...search };
    expect(sorted(namesOf(await own.page(asked, part)))).toEqual(sorted(names));
    expect(await own.count(asked)).toBe(names.length);
  });

  it.each([
    ['name', 'ascending', ['a_b', 'bús 100%', "o'neil!", 'Water Works']],
    ['name', 'descending', ['Water Works', "o'neil!", 'bús 100%', 'a_b']],
    ['created', 'ascending', ['Water Works', 'bús 100%', 'a_b', "o'neil!"]],
    ['created', 'descending', ["o'neil!", 'a_b', 'bús 100%', 'Water Works']],
  ] as const)('are in order by %s, %s', async (sort, direction, names) => {
    const wanted = { ...part, sort, descending: direction === 'descending' };
    const found = namesOf(await own.page({ userId, text: '' }, wanted));
    // Where an accent stands is the database's affair.
    expect(found.filter((name) => !name.endsWith('vila'))).toEqual(names);
  });

  it.each([
    [0, 2, ['Water Works', 'bús 100%']],
    [3, 2, ['a_b', "o'neil!"]],
    [4, 2, ["o'neil!"]],
    [5, 2, []],
    [0, 0, []],
  ])('from %i on, %i at most, are %j', async (offset, limit, names) => {
    const wanted = { ...part, sort: 'created', offset, limit } as const;
    expect(namesOf(await own.page({ userId, text: '' }, wanted))).toEqual(names);
  });

  it('of the same name or age are each on one page', async () => {
    const { id } = await addUser(context);
    for (let at = 0; at < 5; at++) await addMember(context, (await addOrganization(context)).id, id);
    for (const sort of ['name', 'created'] as const) {
      const pages = [0, 2, 4].map((offset) =>
        own.page({ userId: id, text: '' }, { ...part, sort, offset, limit: 2 }),
      );
      const ids = (await Promise.all(pages)).flat().map((one) => one.id);
      expect(new Set(ids).size).toBe(5);
    }
  });

  it('come with what the user is in them', async () => {
    const [first] = await own.page({ userId, text: 'water' }, part);
    expect(first).toEqual({
      id: eldest,
      name: 'Water Works',
      description: 'Water Works at work',
      image: 'default',
      role: 'owner',
    });
  });
});
