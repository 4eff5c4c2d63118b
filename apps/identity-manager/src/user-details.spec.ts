import { readdirSync, readFileSync } from 'node:fs';
import { addUser } from './database/test-rows';
import { renderCreatedUser, renderListedUser, renderUser } from './doors/api/users/render-user';
import { actorFor, openTestContext, type TestContext } from './test-context';
import type { Actor } from './subjects/audit/actor';
import { USER_DETAILS } from './subjects/users/user-details';
import { UsersModule } from './subjects/users/users.module';
import { UsersService } from './subjects/users/users.service';

const SOURCE = 'apps/identity-manager/src';
const read = (path: string) => readFileSync(`${SOURCE}/${path}`, 'utf8');

const ana = { username: 'ana', email: 'ana@city.example', password: 'a long password' };
const SENT = 'https://ana.example';

/** What a new field of a user needs is its column, a line of `UserDetails`, and its place on the pages: all else follows. */
describe.each(USER_DETAILS)('the detail %s of a user', (name) => {
  let context: TestContext;
  let users: UsersService;
  let actor: Actor;
  beforeAll(async () => {
    context = await openTestContext([UsersModule]);
    users = context.get(UsersService);
    actor = actorFor(await addUser(context, { admin: true }));
  });
  afterAll(() => context.close());

  it('is kept of a new user, and none where nothing was said', async () => {
    const made = await users.create(actor, { ...ana, [name]: SENT });
    expect((await users.findById(made.id))?.[name]).toBe(SENT);
    const other = await users.create(actor, { ...ana, username: 'other', email: 'other@city.example' });
    expect((await users.findById(other.id))?.[name]).toBeNull();
  });

  it('is changed, left by an empty text, cleared by null, and named in the audit log', async () => {
    let user = await addUser(context);
    for (const [sent, kept] of [
      [SENT, SENT],
      ['', SENT],
      [null, null],
    ]) {
      user = await users.change(actor, user, { [name]: sent });
      expect((await users.findById(user.id))?.[name]).toBe(kept);
    }
    const changes = (await context.auditedOf(actor)).filter(({ subject }) => subject === user.id);
    expect(changes.map(({ details }) => details)).toEqual([{ members: [name] }, { members: [name] }]);
  });

  it('is answered by the API; of a user just made, when it was sent', async () => {
    const user = await addUser(context, { [name]: SENT });
    expect([renderUser(user), renderListedUser(user)]).toEqual([
      expect.objectContaining({ [name]: SENT }),
      expect.objectContaining({ [name]: SENT }),
    ]);
    expect(renderCreatedUser(user, new Set([name]))).toHaveProperty(name, SENT);
    expect(renderCreatedUser(user, new Set())).not.toHaveProperty(name);
  });

  it.each(['idm/profile-edit', 'admin/user-edit'])('has a field on the page %s', (page) => {
    expect(read(`assets/views/${page}.eta`)).toContain(`it.field('${name}', it.t('field.${name}')`);
  });

  it.each(['idm/profile', 'admin/user'])('stands on the page %s', (page) => {
    expect(read(`assets/views/${page}.eta`)).toContain(`it.shownUser.${name}`);
  });
});

it('the DTO alone names a detail of a user, where subjects and doors treat users', () => {
  const rooms = ['subjects/users', 'doors/api/users', 'doors/web/accounts', 'doors/web/admin'];
  const files = rooms.flatMap((room) =>
    readdirSync(`${SOURCE}/${room}`)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => `${room}/${file}`),
  );
  expect(files.filter((file) => /\bwebsite\b/.test(read(file)))).toEqual(['subjects/users/user-details.ts']);
});
