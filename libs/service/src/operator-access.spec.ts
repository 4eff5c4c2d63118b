import { operatorRefusal } from './operator-access';

describe('operatorRefusal', () => {
  const fromHere = { from: 'loopback', token: undefined } as const;

  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s is the own machine', (address) => {
    expect(operatorRefusal(fromHere, address, undefined)).toBeUndefined();
  });

  it.each(['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', ''])('%p is another one', (address) => {
    expect(operatorRefusal(fromHere, address, undefined)).toBe(403);
  });

  it('wants the token where there is one, from the own machine, too', () => {
    const access = { from: 'loopback', token: 'right' } as const;
    for (const sent of [undefined, '', 'wrong', 'right '])
      expect(operatorRefusal(access, '::1', sent)).toBe(401);
    expect(operatorRefusal(access, '::1', 'right')).toBeUndefined();
    expect(operatorRefusal(access, '192.0.2.1', 'right')).toBe(403);
  });
});
