import { mostOpenFiles } from './open-files';

const limits = (soft: string) =>
  `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${soft}   4096   files\n`;

describe('database files that are kept open', () => {
  it.each([
    ['64', 4],
    ['256', 10],
    ['1024', 42],
    ['4096', 64],
    ['unlimited', 64],
  ])('of %s files that a process may have, %i connections of a kind', (soft, expected) =>
    expect(mostOpenFiles(limits(soft))).toBe(expected),
  );

  it('are many where the system does not tell', () => expect(mostOpenFiles('')).toBe(64));
});
