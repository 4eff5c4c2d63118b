import { AddressList } from './address-list';
import { ReceiverPolicy } from './receiver-policy';

const mayCall = async (policy: ReceiverPolicy, host: string) =>
  policy.addressOf(host).then(
    () => true,
    (error: Error) => (error.message === `calls to ${host} are not allowed` ? false : Promise.reject(error)),
  );

describe('ReceiverPolicy', () => {
  it.each<[readonly string[], readonly string[], string, boolean]>([
    [[], [], '169.254.169.254', true],
    [['linkLocal'], [], '169.254.169.254', false],
    [['linkLocal'], [], '::ffff:169.254.169.254', false],
    [['linkLocal'], [], 'fe80::1', false],
    [['linkLocal'], [], '127.0.0.1', true],
    [['linkLocal'], ['169.254.1.1'], '169.254.1.1', true],
    [['linkLocal'], ['169.254.1.1'], '169.254.1.2', false],
    [['loopback'], [], '127.8.8.8', false],
    [['loopback'], [], '::1', false],
    [['loopback'], [], '::ffff:7f00:1', false],
    [['loopback'], [], '0.0.0.0', false],
    [['loopback'], [], '::', false],
    [['loopback'], [], 'localhost', false],
    [['loopback'], [], 'LOCALHOST', false],
    // Other spellings of 127.0.0.1, which the look-up understands.
    [['loopback'], [], '2130706433', false],
    [['loopback'], [], '0x7f000001', false],
    [['loopback'], [], '127.1', false],
    [['loopback'], ['localhost'], 'localhost', true],
    [['loopback'], ['localhost'], '127.0.0.1', false],
    [['private'], [], '192.168.1.1', false],
    [['private'], [], 'fd12::1', false],
    [['private'], [], '8.8.8.8', true],
    [['all'], ['10.1.0.0/16'], '10.1.2.3', true],
    [['all'], ['10.1.0.0/16'], '10.2.2.3', false],
    [['localhost'], [], 'localhost', false],
    [['localhost'], [], 'LocalHost', false],
  ])('denied %j, allowed %j: %s may be called: %p', async (deny, allow, host, expected) => {
    expect(await mayCall(new ReceiverPolicy(deny, allow), host)).toBe(expected);
  });

  it('domains hold what is below them', () => {
    const list = new AddressList(['*.city.example']);
    expect(['a.city.example', 'b.a.City.Example.'].every((name) => list.hasName(name))).toBe(true);
    expect(['city.example', 'acity.example', 'city.example.org'].some((name) => list.hasName(name))).toBe(
      false,
    );
  });

  it.each(['', '10.0.0.0/33', '10.0.0/8', 'http://host', 'a b', '::/129', '*', '-a'])(
    '%j is no entry',
    (entry) => {
      expect(() => new AddressList([entry])).toThrow('is no host, address or network');
    },
  );
});
