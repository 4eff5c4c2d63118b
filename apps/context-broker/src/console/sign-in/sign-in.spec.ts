import type { BrokerOptions } from '../../cli/options';
import { IdentityLogin } from './identity-login';
import { PENDING_MS, PendingSignIns, returnAddress } from './pending-sign-in';
import { Sessions } from './sessions';

describe('what a browser signs in with', () => {
  const pendings = new PendingSignIns();
  const { pending, cookie } = pendings.begin('/admin/console/map?zoom=3', 0);

  it('is good for the browser and the state that it was begun with', () => {
    expect(pendings.end(cookie, pending.state, 1)).toEqual(pending);
    expect(pending.returnTo).toBe('/admin/console/map?zoom=3');
  });
  it.each<[string, () => unknown]>([
    ['another state', () => pendings.end(cookie, pendings.begin('').pending.state, 1)],
    ['no cookie', () => pendings.end('', pending.state, 1)],
    ['a changed cookie', () => pendings.end(`A${cookie}`, pending.state, 1)],
    ['the key of another process', () => new PendingSignIns().end(cookie, pending.state, 1)],
    ['more than ten minutes', () => pendings.end(cookie, pending.state, PENDING_MS)],
  ])('is refused with %s', (_, attempt) => expect(attempt()).toBeUndefined());

  it.each([
    '',
    '/',
    '//evil.example',
    'https://evil.example',
    '/admin/consolex',
    '/admin/console//evil',
    '/admin/console/\\evil',
    '/admin/console/\r\nX: y',
    `/admin/console/${'x'.repeat(3000)}`,
  ])('leads nowhere but to the console: %j', (wanted) =>
    expect(returnAddress(wanted)).toBe('/admin/console'),
  );

  it('is sent to the identity manager with state, nonce and challenge, never with the verifier', () => {
    const login = new IdentityLogin({ authzUrl: 'http://idm', authzApplicationId: 'app' } as BrokerOptions);
    const address = new URL(login.address(pending, 'http://b/admin/console/return'));
    const { searchParams: query } = address;
    expect(address.origin + address.pathname).toBe('http://idm/oauth2/authorize');
    expect([query.get('state'), query.get('nonce')]).toEqual([pending.state, pending.nonce]);
    expect([query.get('response_type'), query.get('code_challenge_method')]).toEqual(['code', 'S256']);
    expect(address.href).not.toContain(pending.verifier);
  });
});

describe('sessions', () => {
  it('are found by their names until they end', () => {
    const sessions = new Sessions();
    const session = { token: 't', name: 'n', endsAtMs: 1_000 };
    const name = sessions.open(session);
    expect(sessions.find(name, 999)).toBe(session);
    expect(sessions.find('other', 999)).toBeUndefined();
    expect(sessions.find(name, 1_000)).toBeUndefined();
    const again = sessions.open({ ...session, endsAtMs: Infinity });
    sessions.close(again);
    expect(sessions.find(again)).toBeUndefined();
  });
  it('are bounded: the first one goes', () => {
    const sessions = new Sessions();
    const names = Array.from({ length: 1_001 }, () =>
      sessions.open({ token: '', name: '', endsAtMs: Infinity }),
    );
    expect([sessions.find(names[0]!), sessions.find(names[1]!) !== undefined]).toEqual([undefined, true]);
  });
});
