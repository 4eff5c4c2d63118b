import { addApplication, addMember, addOrganization, addUser } from '../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import { DirectoryModule } from './directory.module';
import { Listings } from './listings.service';

describe('Lists for administrators', () => {
  let context: TestContext;
  let listings: Listings;
  beforeEach(async () => {
    context = await openTestContext([DirectoryModule]);
    listings = context.get(Listings);
  });
  afterEach(() => context.close());

  const part = { sort: 'created', descending: true, limit: 2, offset: 0 } as const;
  const namesOf = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);

  it('show applications in parts and orders, the service itself apart', async () => {
    for (const createdAt of [1, 2, 3])
      await addApplication(context, { name: `${createdAt === 1 ? 'Á' : 'a'}pp ${createdAt}`, createdAt });
    expect(await listings.count('applications', '')).toBe(3);
    expect(namesOf(await listings.page('applications', '', { ...part, offset: 1 }))).toEqual([
      'app 2',
      'Ápp 1',
    ]);
    const byName = { ...part, sort: 'name', descending: false } as const;
    expect(namesOf(await listings.page('applications', '', byName))).toEqual(['Ápp 1', 'app 2']);
    expect(namesOf(await listings.page('applications', 'ÁPP 3', part))).toEqual(['app 3']);
    expect(await listings.count('applications', '_')).toBe(0);
  });

  it('show organizations with how many belong to them', async () => {
    const [small, large] = [
      await addOrganization(context, { name: 'small' }),
      await addOrganization(context, { name: 'large', createdAt: 1 }),
    ];
    await addMember(context, small.id, (await addUser(context)).id);
    for (let at = 0; at < 2; at++) await addMember(context, large.id, (await addUser(context)).id);
    expect(await listings.page('organizations', '', part)).toMatchObject([
      { name: 'large', members: 2 },
      { name: 'small', members: 1 },
    ]);
  });

  it('can be taken along whole, which the audit log notes', async () => {
    for (const name of ['one', 'two']) await addOrganization(context, { name });
    const names: string[] = [];
    const actor = actorFor(await addUser(context));
    for await (const group of listings.export(actor, 'organizations', 'o')) names.push(...namesOf(group));
    expect(names.sort()).toEqual(['one', 'two']);
    expect(await context.audited()).toEqual([['organizations.export', null]]);
  });
});
