import { TokenHosts } from './token-hosts';

describe('TokenHosts', () => {
  it.each<[readonly string[], string, number, boolean]>([
    [[], 'receiver', 80, false],
    [['receiver'], 'receiver', 80, true],
    [['Receiver'], 'rECEIVER', 9000, true],
    [['receiver:9000'], 'receiver', 9000, true],
    [['receiver:9000'], 'receiver', 80, false],
    [['receiver'], 'receiver.example.org', 80, false],
    [['example.org'], 'evil-example.org', 80, false],
    [['[::1]:80'], '::1', 80, true],
    [['[::1]'], '::2', 80, false],
    [['*'], 'anybody', 1, true],
  ])('%j holds %s:%d: %p', (entries, host, port, expected) => {
    expect(new TokenHosts(entries).has(host, port)).toBe(expected);
  });
});
