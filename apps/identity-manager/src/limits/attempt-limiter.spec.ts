import { TooMany } from '../faults/faults';
import { addressGroup } from './address-group';
import { AttemptLimiter, type Attempt } from './attempt-limiter';

const alice: Attempt = { kind: 'password', account: 'alice' };
const bob: Attempt = { kind: 'password', account: 'bob' };

describe('AttemptLimiter', () => {
  let now = 0;
  let limiter: AttemptLimiter;
  const limits = { enabled: true, perAccount: 2, perAddress: 8, windowSeconds: 60 };
  beforeEach(() => {
    now = 1_000_000;
    limiter = new AttemptLimiter(limits, () => now);
  });

  /** What an attempt came to, or the seconds to wait. */
  const attempt = async (about: Attempt, address: string, right = false) => {
    try {
      return (await limiter.reserve(about, address, async () => right)) ?? 'wrong';
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      return error.retryAfter;
    }
  };

  it('lets a growing delay pass after failures, which no right password shortens', async () => {
    expect([await attempt(alice, '1.1.1.1'), await attempt(alice, '1.1.1.1')]).toEqual(['wrong', 'wrong']);
    expect(await attempt(alice, '1.1.1.1', true)).toBe(1);
    for (const [wait, next] of [
      [1, 2],
      [2, 4],
      [4, 8],
    ] as const) {
      now += wait * 1000;
      expect(await attempt(alice, '1.1.1.1')).toBe('wrong');
      expect(await attempt(alice, '1.1.1.1')).toBe(next);
    }
    now += 8000;
    expect(await attempt(alice, '1.1.1.1', true)).toBe(true);
    expect([await attempt(alice, '1.1.1.1'), await attempt(alice, '1.1.1.1')]).toEqual(['wrong', 'wrong']);
  });

  it('delays no longer than the window, and forgets after a day', async () => {
    for (let failures = 0; failures < 12; failures++) {
      await attempt(alice, '1.1.1.1');
      now += 60_000;
    }
    expect(await attempt(alice, '1.1.1.1')).toBe('wrong');
    expect(await attempt(alice, '1.1.1.1')).toBe(60);
    now += 24 * 3_600_000;
    expect([await attempt(alice, '1.1.1.1'), await attempt(alice, '1.1.1.1')]).toEqual(['wrong', 'wrong']);
  });

  it('closes nobody out from elsewhere', async () => {
    for (let times = 0; times < 20; times++) await attempt(alice, '6.6.6.6');
    expect(await attempt(alice, '1.1.1.1', true)).toBe(true);
    for (let times = 0; times < 40; times++) await attempt(alice, `6.6.6.${times}`);
    expect(await attempt(alice, '2.2.2.2', true)).toBe(60);
    expect(await attempt(alice, '1.1.1.1', true)).toBe(true);
  });

  it('refuses an address that fails with many accounts, for all of them', async () => {
    for (let times = 0; times < 8; times++)
      await attempt({ kind: 'password', account: `${times}` }, '1.1.1.1');
    expect(await attempt(bob, '1.1.1.1', true)).toBe(60);
    expect(await attempt({ kind: 'secret' }, '1.1.1.1', true)).toBe(60);
    expect(await attempt(bob, '2.2.2.2', true)).toBe(true);
  });

  it('judges no more at once than may fail', async () => {
    let judged = 0;
    const guess = () =>
      limiter.reserve(alice, '1.1.1.1', async () => {
        judged++;
        await new Promise(setImmediate);
        return false;
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, guess));
    expect(judged).toBe(2);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(48);
  });

  it('lets any number of right ones pass, one after the other', async () => {
    const right = () =>
      limiter.reserve(alice, '1.1.1.1', () => new Promise<boolean>((done) => setImmediate(done, true)));
    expect(await Promise.all(Array.from({ length: 50 }, right))).toEqual(Array(50).fill(true));
  });

  it('does not count what could not be judged', async () => {
    const broken = () => limiter.reserve(alice, '1.1.1.1', () => Promise.reject(new Error('no database')));
    for (let times = 0; times < 20; times++) await expect(broken()).rejects.toThrow('no database');
    expect(await attempt(alice, '1.1.1.1', true)).toBe(true);
  });

  it('closes no account for wrong random secrets', async () => {
    for (let times = 0; times < 7; times++)
      expect(await attempt({ kind: 'secret' }, '1.1.1.1')).toBe('wrong');
    expect(await attempt({ kind: 'secret' }, '1.1.1.1', true)).toBe(true);
  });

  it('bounds codes from wherever they come, up to one an hour', async () => {
    const code: Attempt = { kind: 'code', account: 'alice' };
    let judged = 0;
    for (let minute = 0; minute < 24 * 60; minute++) {
      if ((await attempt(code, `1.1.${minute >> 8}.${minute & 255}`)) === 'wrong') judged++;
      now += 60_000;
    }
    expect(judged).toBeLessThan(40);
  });

  it('counts every mail', async () => {
    const mail: Attempt = { kind: 'mail', account: 'alice' };
    await attempt(mail, '1.1.1.1');
    await attempt(mail, '2.2.2.2');
    expect(await attempt(mail, '3.3.3.3')).toBe(60);
  });

  it('can be switched off', async () => {
    limiter = new AttemptLimiter({ ...limits, enabled: false }, () => now);
    for (let times = 0; times < 20; times++) expect(await attempt(alice, '1.1.1.1')).toBe('wrong');
    expect(await attempt(alice, '1.1.1.1', true)).toBe(true);
  });
});

describe('addressGroup', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is of %s', (address, group) => expect(addressGroup(address)).toBe(group));
});
