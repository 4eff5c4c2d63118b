import { counted } from './counted';

describe('A count in words', () => {
  const t = (key: string, parameters: object = {}) => `${key} ${JSON.stringify(parameters)}`;

  it.each([
    [0, 'found.none {"count":0,"of":9}'],
    [1, 'found.one {"count":1,"of":9}'],
    [2, 'found.many {"count":2,"of":9}'],
    [10_000, 'found.many {"count":10000,"of":9}'],
  ])('of %d', (count, said) => {
    expect(counted(t, 'found', count, { of: 9 })).toBe(said);
  });
});
