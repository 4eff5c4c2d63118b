import { customMembers } from './custom-members';

describe('What clients keep with a user', () => {
  it.each<[object | null, object | null]>([
    [null, null],
    [{}, null],
    [{ visible_attributes: ['email'], identity_attributes: { a: 1 } }, null],
    [
      { department: 'parks', floor: 2 },
      { department: 'parks', floor: 2 },
    ],
    [{ tfa: { enabled: true, secret: 'ABC' }, colour: 'red' }, { colour: 'red' }],
    [
      {
        apiKey: 'x',
        password: 'x',
        refresh_token: 'x',
        'client-secret': 'x',
        PIN: 1,
        salt: 's',
        hotel: 'Ritz',
      },
      { hotel: 'Ritz' },
    ],
    [
      { car: { plate: 'M1', api_key: 'x' }, list: [{ secret: 1, n: 2 }] },
      { car: { plate: 'M1' }, list: [{ n: 2 }] },
    ],
  ])('%j is told as %j', (extra, told) => {
    expect(customMembers(extra as Record<string, unknown> | null)).toEqual(told);
  });

  it('has no member of a prototype', () => {
    const told = customMembers(JSON.parse('{"__proto__":{"admin":true},"a":1}') as Record<string, unknown>);
    expect(Object.getPrototypeOf(told)).toBe(Object.prototype);
    expect(told).not.toHaveProperty('admin');
  });
});
