import { addUser } from '../../database/test-rows';
import { loginNameOf } from '../../database/login-name';
import type { UserRow } from '../../database/entities/user.row';
import { Conflict } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import { AccountKeys } from './account-keys.service';
import { LoginService } from './login.service';
import { OwnAccount } from './own-account.service';
import { PasswordHasher } from './password-hasher';
import { Registrations } from './registrations.service';
import { UserChanges } from './user-changes.service';
import { UsersModule } from './users.module';
import { UsersService } from './users.service';

const password = 'a long password';
const taken = new Conflict('username', 'taken');
const t = (key: string) => key;

describe('A username that another user signs in by', () => {
  let context: TestContext;
  let users: UsersService;
  let ana: UserRow;
  let eva: UserRow;
  beforeEach(async () => {
    context = await openTestContext([UsersModule], { IDM_EMAIL_HOST: '127.0.0.1', IDM_EMAIL_PORT: '1' });
    users = context.get(UsersService);
    const passwordHash = await context.get(PasswordHasher).hash(password);
    ana = await addUser(context, { username: 'Ana', passwordHash });
    eva = await addUser(context, { username: 'eva' });
  });
  afterEach(() => context.close());

  const signsIn = async (login: string) =>
    (await context.get(LoginService).login(login, password, { through: 'web' }))?.id;
  const changeOwn = (username: string) => context.get(OwnAccount).change(actorFor(eva), { username }, t);
  const signUp = (username: string) =>
    context
      .get(Registrations)
      .signUp({ username, email: 'new@city.example', password, gravatar: false }, t, undefined);

  const spellings = [
    'Ana',
    'ana',
    'ANA',
    'ａｎａ',
    ' ana',
    'an\u200ba',
    'ana@city.example',
    'Ana@city.example',
  ];
  describe.each(spellings)('spelled %j', (username) => {
    it('is taken by no change, sign-up or administrator, and its owner goes on signing in by it', async () => {
      const admin = actorFor(await addUser(context, { admin: true }));
      const other = { username, email: 'new@city.example' };
      for (const attempt of [
        () => changeOwn(username),
        () => signUp(username),
        () => users.change(admin, eva, { username }),
        () => users.create(admin, { ...other, password }),
        () => users.invite(admin, other),
      ])
        await expect(attempt()).rejects.toEqual(taken);
      expect(await users.findById(eva.id)).toEqual(eva);
      expect(await users.findByEmail('new@city.example')).toBeNull();
      expect([await signsIn('ana'), await signsIn('ANA')]).toEqual([ana.id, ana.id]);
    });
  });

  it('is shown by users whom programs of administrators make, who sign in with their addresses', async () => {
    const admin = actorFor(await addUser(context, { admin: true }));
    const other = { username: 'ANA', email: 'new@city.example', password };
    const made = await users.create(admin, other, 'setThroughApi');
    const renamed = await users.change(admin, eva, { username: 'ana' }, 'setThroughApi');
    expect([made.loginName, renamed.username, renamed.loginName]).toEqual([null, 'ana', null]);
    expect([await signsIn('ana'), await signsIn('new@city.example')]).toEqual([ana.id, made.id]);
  });

  it('is spelled anew by its owner', async () => {
    const { user } = await context.get(OwnAccount).change(actorFor(ana), { username: 'ANA' }, t);
    expect(user.username).toBe('ANA');
    expect(await signsIn('ana')).toBe(ana.id);
  });

  it('is free once its owner has another or is gone', async () => {
    await context.get(OwnAccount).change(actorFor(ana), { username: 'anita' }, t);
    await changeOwn('ana');
    expect([await signsIn('anita'), (await users.findByLogin('ana'))?.id]).toEqual([ana.id, eva.id]);
    await context.get(UserChanges).delete(ana);
    await changeOwn('anita');
  });

  it('is got by one of two who ask for it at once', async () => {
    const leo = await addUser(context, { username: 'leo' });
    const outcomes = await Promise.allSettled([
      changeOwn('kim'),
      context.get(OwnAccount).change(actorFor(leo), { username: 'KIM' }, t),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: taken });
  });

  it('is kept from nobody by a sign-up that is not confirmed, which then has the address only', async () => {
    await signUp('kim');
    await changeOwn('kim');
    const waiting = (await users.findByEmail('new@city.example'))!;
    const key = await context.get(AccountKeys).issue('activation', waiting.id);
    const done = await context
      .get(Registrations)
      .activate(key, { proof: undefined, password: 'another password' }, undefined);
    expect([done, (await users.findById(waiting.id))?.loginName]).toEqual([true, null]);
    expect((await users.findByLogin('kim'))?.id).toBe(eva.id);
    expect((await users.findByLogin('new@city.example'))?.id).toBe(waiting.id);
  });

  it('is had by whoever confirms a sign-up, or is enabled by an administrator, while it is free', async () => {
    await signUp('kim');
    const waiting = (await users.findByEmail('new@city.example'))!;
    expect(waiting.loginName).toBeNull();
    const { user } = await context.get(UserChanges).apply(waiting, { enabled: true });
    expect(user.loginName).toBe(loginNameOf('kim'));
    expect((await users.findByLogin('Kim'))?.id).toBe(waiting.id);
  });

  it('stays as it is for users who share one since before, whatever else of them changes', async () => {
    const twin = await addUser(context, { username: 'Ana', email: 'twin@city.example', loginName: null });
    const { user } = await context.get(OwnAccount).change(actorFor(twin), { description: 'x' }, t);
    expect([user.username, user.loginName]).toEqual(['Ana', null]);
    expect(await signsIn('ana')).toBe(ana.id);
  });
});
