import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addRole,
  addUser,
} from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import { ApplicationsModule } from './applications.module';
import {
  MyApplicationListsRepository,
  type MyApplicationSearch,
  type Standing,
} from './my-application-lists.repository';

/** Oldest first, with the standing that the user's own roles give. */
const applications: readonly (readonly [name: string, ...roles: readonly Standing[]])[] = [
  ['Water', 'provider'],
  ['bus 100%', 'purchaser'],
  ['A\u0301vila', 'other'],
  ['a_b', 'provider', 'other'],
  ["o'neil!", 'provider', 'purchaser'],
  ['strange'],
];
const council = ['lent', 'owned'];

let context: TestContext;
let lists: MyApplicationListsRepository;
let userId: string;
let organizationId: string;
beforeAll(async () => {
  context = await openTestContext([ApplicationsModule]);
  lists = context.get(MyApplicationListsRepository);
  userId = (await addUser(context)).id;
  const other = { userId: (await addUser(context)).id };
  for (const [at, [name, ...roles]] of applications.entries()) {
    const { id } = await addApplication(context, { name, description: `Añil ${at}`, createdAt: at });
    const role = (await addRole(context, id)).id;
    for (const each of roles) await addAssignment(context, id, each === 'other' ? role : each, { userId });
    for (const each of ['provider', 'purchaser', role]) await addAssignment(context, id, each, other);
  }
  organizationId = (await addOrganization(context)).id;
  await addMember(context, organizationId, userId, 'member');
  for (const [at, name] of council.entries()) {
    const { id } = await addApplication(context, { name, createdAt: 10 + at });
    const given = { organizationId, roleOrganization: name === 'lent' ? 'member' : 'owner' } as const;
    await addAssignment(context, id, 'purchaser', given);
  }
});
afterAll(() => context.close());

const part = { sort: 'created', descending: false, limit: 20, offset: 0 } as const;
const namesOf = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);
const asking = (search: Partial<MyApplicationSearch>) => ({ userId, seesAll: false, text: '', ...search });
const mine = ['Water', 'bus 100%', 'A\u0301vila', 'a_b', "o'neil!", 'lent'];
const every = [...mine.slice(0, 5), 'strange', ...council];

describe('The applications that one sees', () => {
  it.each<[Partial<MyApplicationSearch>, readonly string[]]>([
    [{}, mine],
    [{ standing: 'provider' }, ['Water', 'a_b', "o'neil!"]],
    [{ standing: 'purchaser' }, ['bus 100%', "o'neil!", 'lent']],
    [{ standing: 'other' }, ['A\u0301vila', 'a_b']],
    [{ text: 'WATER' }, ['Water']],
    [{ text: 'avi' }, ['A\u0301vila']],
    [{ text: '\u00c1VI' }, ['A\u0301vila']],
    [{ text: '%' }, ['bus 100%']],
    [{ text: '_' }, ['a_b']],
    [{ text: '!' }, ["o'neil!"]],
    [{ text: `' OR 1=1 --` }, []],
    [{ text: 'x'.repeat(10_000) }, []],
    [{ text: 'strange' }, []],
    [{ text: 'ANIL 1' }, ['bus 100%']],
    [{ text: 'w', standing: 'provider' }, ['Water']],
    [{ userId: 'nobody' }, []],
  ])('of %j are %j, on the page as in their number', async (search, names) => {
    expect(namesOf(await lists.page(asking(search), part))).toEqual(names);
    expect(await lists.count(asking(search))).toBe(names.length);
  });

  it.each<[Partial<MyApplicationSearch>, readonly string[]]>([
    [{}, ['lent']],
    [{ standing: 'purchaser' }, ['lent']],
    [{ standing: 'provider' }, []],
    [{ standing: 'other' }, []],
    [{ text: 'LENT' }, ['lent']],
    [{ text: 'water' }, []],
    [{ userId: 'nobody' }, []],
  ])('through an organization of %j are %j', async (search, names) => {
    expect(namesOf(await lists.page(asking({ ...search, organizationId }), part))).toEqual(names);
    expect(await lists.count(asking({ ...search, organizationId }))).toBe(names.length);
  });

  it.each<[Partial<MyApplicationSearch>, readonly string[]]>([
    [{}, every],
    [{ standing: 'provider' }, ['Water', 'a_b', "o'neil!"]],
    [{ standing: 'purchaser' }, ['bus 100%', "o'neil!", 'lent']],
    [{ standing: 'other' }, ['A\u0301vila', 'a_b', 'strange', 'owned']],
    [{ text: 'STR' }, ['strange']],
    [{ text: 'str', standing: 'provider' }, []],
    [{ userId: 'nobody' }, every],
    [{ userId: 'nobody', standing: 'other' }, every],
  ])('by who sees all of %j are %j, the internal one never', async (search, names) => {
    expect(namesOf(await lists.page(asking({ ...search, seesAll: true }), part))).toEqual(names);
    expect(await lists.count(asking({ ...search, seesAll: true }))).toBe(names.length);
  });

  it.each([
    ['name', 'ascending', ['a_b', 'A\u0301vila', 'bus 100%', 'lent', "o'neil!", 'Water']],
    ['name', 'descending', ['Water', "o'neil!", 'lent', 'bus 100%', 'A\u0301vila', 'a_b']],
    ['created', 'ascending', mine],
    ['created', 'descending', mine.toReversed()],
  ] as const)('are in order by %s, %s', async (sort, direction, names) => {
    const wanted = { ...part, sort, descending: direction === 'descending' };
    expect(namesOf(await lists.page(asking({}), wanted))).toEqual(names);
  });

  it.each([
    [0, 2, mine.slice(0, 2)],
    [4, 2, mine.slice(4)],
    [6, 2, []],
  ])('from %i on, %i at most, are %j', async (offset, limit, names) => {
    expect(namesOf(await lists.page(asking({}), { ...part, offset, limit }))).toEqual(names);
  });

  it('of the same name and age are each on one page', async () => {
    const { id } = await addUser(context);
    for (let at = 0; at < 5; at++)
      await addAssignment(
        context,
        (await addApplication(context, { name: 'same', createdAt: 20 })).id,
        'provider',
        { userId: id },
      );
    for (const sort of ['name', 'created'] as const) {
      const pages = [0, 2, 4].map((offset) =>
        lists.page(asking({ userId: id }), { ...part, sort, offset, limit: 2 }),
      );
      const ids = (await Promise.all(pages)).flat().map((one) => one.id);
      expect(new Set(ids).size).toBe(5);
    }
  });

  it('come without their secrets', async () => {
    const [water] = await lists.page(asking({ text: 'water' }), part);
    expect(water).toEqual({
      id: expect.any(String),
      name: 'Water',
      description: 'Añil 0',
      url: null,
      image: 'default',
    });
  });
});
