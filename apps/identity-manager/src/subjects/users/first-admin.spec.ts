import { UserRow } from '../../database/entities/user.row';
import { openTestContext, type TestContext } from '../../test-context';
import { createFirstAdmin } from './first-admin';
import { GENERATED } from './generated-password';
import { PasswordHasher } from './password-hasher';
import { UserChanges } from './user-changes.service';
import { UsersModule } from './users.module';
import { UsersRepository } from './users.repository';

describe('The first administrator', () => {
  let context: TestContext;
  const open = async (env: NodeJS.ProcessEnv = {}) => {
    context = await openTestContext([UsersModule], env);
  };
  afterEach(() => context.close());

  const create = () =>
    createFirstAdmin(context.get(UsersRepository), context.get(UserChanges), context.options);
  const everybody = () => context.rows.find(UserRow);

  it('has a password that is told once, and changed on the pages', async () => {
    await open();
    const password = (await create())!;
    const [admin, ...others] = await everybody();
    expect(others).toEqual([]);
    expect(admin).toMatchObject({ admin: true, enabled: true, datePassword: GENERATED });
    expect(await context.get(PasswordHasher).check(admin!.passwordHash, password)).toMatchObject({
      matches: true,
    });
    expect(await create()).toBeUndefined();
    expect(await everybody()).toEqual([admin]);
  });

  it('has the password of the settings, which is told to nobody', async () => {
    await open({ IDM_ADMIN_PASS: 'a configured one' });
    expect(await create()).toBeUndefined();
    const [admin] = await everybody();
    expect(admin).toMatchObject({ admin: true });
    expect(admin!.datePassword).not.toBe(GENERATED);
    const { matches } = await context.get(PasswordHasher).check(admin!.passwordHash, 'a configured one');
    expect(matches).toBe(true);
  });

  it('is one, however many processes start at once', async () => {
    await open();
    const told = await Promise.all([1, 2, 3].map(create));
    expect(told.filter((password) => password !== undefined)).toHaveLength(1);
    expect(await everybody()).toHaveLength(1);
  });
});
