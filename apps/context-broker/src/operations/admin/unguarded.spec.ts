import { unguardedWarning } from './unguarded';

const orion = { localIp: '0.0.0.0', authz: false, adminFrom: 'any', adminToken: undefined } as const;

describe('a broker at its start', () => {
  it('warns when every machine reaches it and nothing guards it', () => {
    expect(unguardedWarning(orion)).toMatch('docs/security.md');
    expect(unguardedWarning({ ...orion, localIp: '192.0.2.1' })).toBeDefined();
  });

  it.each([
    { localIp: '127.0.0.1' },
    { localIp: '127.1.2.3' },
    { localIp: '::1' },
    { localIp: 'localhost' },
    { authz: true },
    { adminFrom: 'loopback' },
    { adminToken: 'secret' },
  ] as const)('does not with %j', (guard) => {
    expect(unguardedWarning({ ...orion, ...guard })).toBeUndefined();
  });
});
