import { addUser } from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import { NamedUsers } from './named-users.service';
import { UsersModule } from './users.module';

describe('A pasted list of users', () => {
  let context: TestContext;
  let users: NamedUsers;
  beforeEach(async () => {
    context = await openTestContext([UsersModule]);
    users = context.get(NamedUsers);
  });
  afterEach(() => context.close());

  it('finds each user once, by name, address or id, and says what it did not find', async () => {
    const [ana, jose, eva] = [
      await addUser(context, { username: 'Ana Torres', email: 'ana@city.example' }),
      await addUser(context, { username: 'José', email: 'jose@city.example' }),
      await addUser(context, { username: 'eva', email: 'eva@city.example' }),
    ];
    await addUser(context, { username: 'Old', enabled: false });
    const { found, unknown } = await users.find(
      `Ana Torres\nANA@city.example, ${jose.id}; eva\r\n\nOld, Nobody Here`,
    );
    expect(found.map(({ id }) => id).sort()).toEqual([ana.id, jose.id, eva.id].sort());
    expect(unknown).toEqual(['Old', 'Nobody Here']);
  });

  it.each([
    ['', 'required'],
    [' ,;\n', 'required'],
    ['nobody', 'notFoundHere'],
    ['a\0b', 'notFoundHere'],
    [Array.from({ length: 1001 }, (_, at) => `user${at}`).join('\n'), 'tooMany'],
  ])('is refused when it names nobody, or too many: %#', async (list, rule) => {
    await expect(users.find(list)).rejects.toMatchObject({ field: 'names', rule });
  });
});
