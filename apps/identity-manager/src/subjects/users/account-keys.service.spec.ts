import { AccountKeyRow } from '../../database/entities/user.row';
import type { UserRow } from '../../database/entities/user.row';
import { addUser } from '../../database/test-rows';
import { AuditLogRow } from '../../database/entities/audit-log.row';
import { BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import { AuditLog } from '../audit/audit-log';
import { AccountKeys, type MailedPurpose } from './account-keys.service';
import { UsersModule } from './users.module';

const HOUR_MS = 3_600_000;
const clock = new TestClock(0);
let context: TestContext;
let keys: AccountKeys;
beforeAll(async () => {
  context = await openTestContext([UsersModule], {}, clock);
  keys = context.get(AccountKeys);
});
afterAll(() => context.close());

let user: UserRow;
beforeEach(async () => {
  clock.set(1_000_000);
  user = await addUser(context);
});

const address = '192.0.2.1';
const rowsOf = ({ id: userId }: UserRow) => context.rows.findBy(AccountKeyRow, { userId });
/** What a key is for, in these cases: nothing but its own removal. */
const use = (purpose: MailedPurpose, key: string, ownerId?: string) =>
  keys.use(purpose, key, { address, ...(ownerId !== undefined && { ownerId }) }, (_found, removal) =>
    context.sql.atomically([removal]),
  );
const refusals = async () => {
  await context.get(AuditLog).flush();
  return context.rows.findBy(AuditLogRow, { event: 'key.refuse', subject: user.id });
};

describe('A mailed key', () => {
  it.each<[MailedPurpose, number]>([
    ['activation', 24],
    ['reset', 24],
    ['verification', 24],
    ['disable_2fa', 1],
    ['second_factor_setup', 1],
  ])('for %s works %i hours long, for nothing else', async (purpose, hours) => {
    const key = await keys.issue(purpose, user.id);
    const others: MailedPurpose[] = ['activation', 'reset', 'verification', 'disable_2fa', 'form'];
    for (const other of others.filter((each) => each !== purpose))
      expect(await keys.find(other, key)).toBeUndefined();
    clock.pass(hours * HOUR_MS - 1);
    expect(await keys.find(purpose, key)).toEqual({ userId: user.id, pendingEmail: null });
    clock.pass(1);
    expect(await keys.find(purpose, key)).toBeUndefined();
    expect(await use(purpose, key)).toBeUndefined();
  });

  it('is kept as a digest, and is another each time', async () => {
    const key = await keys.issue('reset', user.id);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await rowsOf(user))).not.toContain(key);
    expect(await keys.issue('reset', user.id)).not.toBe(key);
  });

  it('takes the place of an earlier one of the same user for the same', async () => {
    const stranger = await addUser(context);
    const [first, other, strange] = [
      await keys.issue('reset', user.id),
      await keys.issue('activation', user.id),
      await keys.issue('reset', stranger.id),
    ];
    const second = await keys.issue('reset', user.id);
    expect(await keys.find('reset', first)).toBeUndefined();
    expect(await keys.find('reset', second)).toBeDefined();
    expect(await keys.find('activation', other)).toBeDefined();
    expect(await keys.find('reset', strange)).toEqual({ userId: stranger.id, pendingEmail: null });
  });

  it('works on where another could not be written', async () => {
    const first = await keys.issue('reset', user.id);
    const again = () => keys.issue('reset', user.id);
    await expect(context.whileBroken('INSERT ON account_keys', again)).rejects.toThrow(BROKEN);
    expect(await keys.find('reset', first)).toBeDefined();
  });

  it('knows the address that it was mailed to', async () => {
    const key = await keys.issue('verification', user.id, 'new@city.example');
    expect(await keys.find('verification', key)).toEqual({
      userId: user.id,
      pendingEmail: 'new@city.example',
    });
  });

  it.each(['', 'made up', '%', `' OR '1'='1`, 'x'.repeat(10_000), 'a\0b', '__proto__'])(
    'is none that reads %j',
    async (key) => {
      await keys.issue('reset', user.id);
      expect(await keys.find('reset', key)).toBeUndefined();
      expect(await use('reset', key)).toBeUndefined();
      expect(await rowsOf(user)).toHaveLength(1);
    },
  );

  it('is used up once, of however many at once', async () => {
    const key = await keys.issue('reset', user.id);
    const outcomes = await Promise.all([1, 2, 3].map(() => use('reset', key)));
    expect(outcomes.filter((found) => found !== undefined)).toEqual([
      { userId: user.id, pendingEmail: null },
    ]);
    expect(await rowsOf(user)).toEqual([]);
    expect(await refusals()).toHaveLength(2);
  });

  it('is not used up by somebody else, nor when its work is not done', async () => {
    const key = await keys.issue('verification', user.id);
    const stranger = await addUser(context);
    expect(await use('verification', key, stranger.id)).toBeUndefined();
    const idle = await keys.use('verification', key, { address }, async () => false);
    expect(idle).toBeUndefined();
    expect(await refusals()).toMatchObject([
      { actorId: stranger.id, outcome: 'failure', address, details: { purpose: 'verification' } },
      { actorId: null, outcome: 'failure' },
    ]);
    expect(await use('verification', key, user.id)).toBeDefined();
  });

  it('is not used up when its work breaks', async () => {
    const key = await keys.issue('reset', user.id);
    await expect(context.whileBroken('DELETE ON account_keys', () => use('reset', key))).rejects.toThrow(
      BROKEN,
    );
    expect(await use('reset', key)).toBeDefined();
  });
});

describe('A form', () => {
  it('counts once for each user, also of several at once', async () => {
    const stranger = await addUser(context);
    const claims = await Promise.all([1, 2, 3].map(() => keys.claimForm(user.id, 'f')));
    expect(claims.toSorted()).toEqual([false, false, true]);
    expect(await keys.claimForm(user.id, 'g')).toBe(true);
    expect(await keys.claimForm(stranger.id, 'f')).toBe(true);
  });

  it('does not end another, and is no key', async () => {
    await keys.claimForm(user.id, 'f');
    await keys.claimForm(user.id, 'g');
    expect(await keys.claimForm(user.id, 'f')).toBe(false);
    expect(await keys.find('reset', `${user.id}\nf`)).toBeUndefined();
  });
});
