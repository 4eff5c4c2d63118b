import { parseTrustedProxies } from './trusted-proxies';

describe('parseTrustedProxies', () => {
  it.each([
    ['', false],
    ['FALSE', false],
    ['0', false],
    ['true', 1],
    ['2', 2],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, fd00::/8,192.168.1.7', ['10.0.0.0/8', 'fd00::/8', '192.168.1.7']],
  ])('reads %j as %j', (text, expected) => expect(parseTrustedProxies(text)).toEqual(expected));

  it.each(['all', '-1', '100', '10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/129', '1.2.3', '10.0.0.0/8,', '::/x'])(
    'refuses %j',
    (text) => expect(() => parseTrustedProxies(text)).toThrow('IDM_TRUST_PROXY must be'),
  );
});
