import { OAuthError } from '../oauth/oauth-errors';
import { FailureLimiter } from './failure-limiter';

const limits = { enabled: true, perAccount: 2, perAddress: 4, windowSeconds: 60 };

const status = (work: () => void) => {
  try {
    work();
    return 200;
  } catch (error) {
    return error instanceof OAuthError ? error.status : 500;
  }
};

describe('FailureLimiter', () => {
  it('refuses an account after its failures, with Retry-After, from any address', () => {
    const limiter = new FailureLimiter(limits);
    for (let times = 0; times < 2; times++) limiter.fail('alice', '1.1.1.1');
    expect(status(() => limiter.check('alice', '2.2.2.2'))).toBe(429);
    expect(status(() => limiter.check('bob', '1.1.1.1'))).toBe(200);
  });

  it('refuses an address that fails with many accounts', () => {
    const limiter = new FailureLimiter(limits);
    for (const name of ['a', 'b', 'c', 'd']) limiter.fail(name, '1.1.1.1');
    expect(status(() => limiter.check('e', '1.1.1.1'))).toBe(429);
    expect(status(() => limiter.check('e', '2.2.2.2'))).toBe(200);
  });

  it('forgets the failures of an account that succeeds', () => {
    const limiter = new FailureLimiter(limits);
    limiter.fail('alice', undefined);
    limiter.succeed('alice');
    limiter.fail('alice', undefined);
    expect(status(() => limiter.check('alice', undefined))).toBe(200);
  });

  it('can be switched off', () => {
    const limiter = new FailureLimiter({ ...limits, enabled: false });
    for (let times = 0; times < 9; times++) limiter.fail('alice', '1.1.1.1');
    expect(status(() => limiter.check('alice', '1.1.1.1'))).toBe(200);
  });
});
