import { metricsRefusal } from './metrics-gate';

const ask = (remoteAddress: string, headers: Record<string, string> = {}) => ({
  socket: { remoteAddress },
  headers,
});

describe('Who reads the metrics', () => {
  it('is everybody unless something is said', () => {
    expect(metricsRefusal(ask('192.0.2.1'), { from: 'any', token: undefined })).toBeUndefined();
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.9.1'])('is this machine at %s', (address) => {
    expect(metricsRefusal(ask(address), { from: 'loopback', token: undefined })).toBeUndefined();
  });

  it.each(['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', ''])('is not %s with loopback', (address) => {
    const claims = { 'x-forwarded-for': '127.0.0.1' };
    expect(metricsRefusal(ask(address, claims), { from: 'loopback', token: undefined })).toBe(403);
  });

  it('is whoever has the token', () => {
    const gate = { from: 'any', token: 'the token' } as const;
    const secret = { from: 'any', token: 'secret' } as const;
    expect(metricsRefusal(ask('192.0.2.1'), gate)).toBe(401);
    expect(metricsRefusal(ask('192.0.2.1', { authorization: 'Bearer wrong' }), secret)).toBe(401);
    expect(metricsRefusal(ask('192.0.2.1', { authorization: 'Bearer secret' }), secret)).toBeUndefined();
    expect(metricsRefusal(ask('192.0.2.1', { 'x-auth-token': 'secret' }), secret)).toBeUndefined();
  });
});
