import { readFileSync } from 'node:fs';
import { counted } from './counted';

describe('A count in words', () => {
  const t = (key: string, parameters: object = {}) => `${key} ${JSON.stringify(parameters)}`;

  it.each([
    [0, 'found.none {"of":9,"count":0}'],
    [1, 'found.one {"of":9,"count":1}'],
    [2, 'found.many {"of":9,"count":2}'],
    [10_000, 'found.many {"of":9,"count":10000}'],
  ])('of %d', (count, said) => {
    expect(counted(t, 'found', count, { of: 9 })).toBe(said);
  });

  it('has its three forms in every language wherever one is', () => {
    for (const language of ['en', 'es']) {
      const path = `apps/identity-manager/src/assets/messages/${language}.json`;
      const keys = Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object);
      const bases = keys.filter((key) => key.endsWith('.many')).map((key) => key.slice(0, -'.many'.length));
      expect(bases.length).toBeGreaterThan(0);
      expect(bases.filter((base) => !keys.includes(`${base}.one`))).toEqual([]);
    }
  });
});
