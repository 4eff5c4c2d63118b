import type { UserRow } from '../../database/entities/user.row';
import { addUser } from '../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { UserSearch, UserSort } from './user-lists.repository';
import { UserLists } from './user-lists.service';
import { UsersModule } from './users.module';

describe('Lists of users', () => {
  let context: TestContext;
  let lists: UserLists;
  let admin: UserRow;
  beforeEach(async () => {
    context = await openTestContext([UsersModule]);
    lists = context.get(UserLists);
    admin = await addUser(context, { username: 'boss', admin: true, createdAt: 1 });
  });
  afterEach(() => context.close());

  const found = async (search: Partial<UserSearch>, sort: UserSort = 'name', descending = false) => {
    const users = await lists.page({ text: '', ...search }, { sort, descending, limit: 10, offset: 0 });
    expect(await lists.count({ text: '', ...search })).toBe(users.length);
    return users.map(({ username }) => username);
  };

  it('are searched whatever case and accents', async () => {
    await addUser(context, { username: 'José 100%', admin: true });
    await addUser(context, { username: 'Josefa', email: 'jose@city.example' });
    expect(await found({ text: 'JOSE' })).toEqual(['Josefa', 'José 100%']);
    expect(await found({ text: 'jose', isAdmin: true })).toEqual(['José 100%']);
    expect(await found({ text: '100%' })).toEqual(['José 100%']);
    expect(await found({ text: '_' })).toEqual([]);
  });

  it('are filtered by whether somebody can sign in, by right and by second factor', async () => {
    await addUser(context, { username: 'gone', enabled: false });
    await addUser(context, { username: 'new', enabled: false, awaitingActivation: true });
    await addUser(context, { username: 'careful', totpSecret: 'sealed' });
    expect(await found({ state: 'enabled' })).toEqual(['boss', 'careful']);
    expect(await found({ state: 'disabled' })).toEqual(['gone']);
    expect(await found({ state: 'waiting' })).toEqual(['new']);
    expect(await found({ isAdmin: false })).toEqual(['careful', 'gone', 'new']);
    expect(await found({ hasSecondFactor: true })).toEqual(['careful']);
    expect(await found({ hasSecondFactor: false, state: 'enabled' })).toEqual(['boss']);
  });

  it('are ordered by each of their heads, both ways, whatever the case', async () => {
    await addUser(context, { username: 'ana', email: 'zoe@city.example', createdAt: 3, lastSignInAt: 9 });
    await addUser(context, { username: 'Carla', email: 'Adam@city.example', createdAt: 2, lastSignInAt: 8 });
    expect(await found({})).toEqual(['ana', 'boss', 'Carla']);
    expect(await found({}, 'email', true)).toEqual(['ana', 'boss', 'Carla']);
    expect(await found({}, 'created')).toEqual(['boss', 'Carla', 'ana']);
    expect(await found({}, 'seen', true)).toEqual(['ana', 'Carla', 'boss']);
  });

  it('have each user on one page, also those that are equal in the order', async () => {
    for (let at = 0; at < 7; at++) await addUser(context, { createdAt: 1 });
    const pages = [0, 3, 6].map((offset) =>
      lists.page({ text: '' }, { sort: 'created', descending: true, limit: 3, offset }),
    );
    expect(new Set((await Promise.all(pages)).flat().map(({ id }) => id)).size).toBe(8);
  });

  it('never hold a password or a secret', async () => {
    const [user] = await lists.page({ text: '' }, { sort: 'name', descending: false, limit: 1, offset: 0 });
    expect(Object.keys(user ?? {}).sort()).toEqual([
      'admin',
      'awaitingActivation',
      'createdAt',
      'email',
      'enabled',
      'hasSecondFactor',
      'id',
      'image',
      'lastSignInAt',
      'username',
    ]);
  });

  it('can be taken along whole, which the audit log notes', async () => {
    await context.dataSource.query(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
       INSERT INTO users (id, username, email, email_lower, image, date_password, created_at)
       SELECT 'u' || i, 'u' || i, 'u' || i, 'u' || i, 'default', 0, 0 FROM n`,
    );
    const ids: string[] = [];
    for await (const group of lists.export(actorFor(admin), { text: '' }))
      ids.push(...group.map(({ id }) => id));
    expect(new Set(ids).size).toBe(2101);
    expect(ids).toEqual(ids.toSorted());
    expect((await context.audited()).map(([event]) => event)).toEqual(['user.export']);
  });
});
