import type { KeyrockRow } from './keyrock-source';
import { flag, json, LeftOut, needed, text, time } from './keyrock-values';
import { wavesOf } from './waves';

const row = (value: unknown) => ({ column: value }) as unknown as KeyrockRow;

describe('A column of Keyrock', () => {
  it.each<[unknown, string | null]>([
    ['x', 'x'],
    ['', ''],
    [7, '7'],
    [Buffer.from('ñ'), 'ñ'],
    [null, null],
    [undefined, null],
  ])('%j is the text %j', (value, found) => {
    expect(text(row(value), 'column')).toBe(found);
  });

  it.each<[unknown, boolean]>([
    [true, true],
    [1, true],
    ['1', true],
    [false, false],
    [0, false],
    [null, false],
    ['yes', false],
  ])('%j is the flag %s', (value, found) => {
    expect(flag(row(value), 'column')).toBe(found);
  });

  it.each<[unknown, number | null]>([
    [new Date(1234), 1234],
    ['1970-01-01T00:00:01Z', 1000],
    ['no time', null],
    [new Date(Number.NaN), null],
    [null, null],
    [undefined, null],
  ])('%j is the time %j', (value, found) => {
    expect(time(row(value), 'column')).toBe(found);
  });

  it.each<[unknown, object | null]>([
    [{ a: 1 }, { a: 1 }],
    ['{"a": 1}', { a: 1 }],
    ['{"a"', null],
    ['7', null],
    ['null', null],
    [null, null],
    [7, null],
  ])('%j is the object %j', (value, found) => {
    expect(json(row(value), 'column')).toEqual(found);
  });

  it('that may not be empty has its row left out', () => {
    expect(needed(row('x'), 'column')).toBe('x');
    for (const value of ['', null, undefined])
      expect(() => needed(row(value), 'column')).toThrow(new LeftOut('column column is empty'));
  });
});

describe('Rows that are written at the same time', () => {
  const rows = ['a', 'b', 'a', 'c', 'a'].map((name, at) => ({ at, row: row(name) }));
  const at = (waves: readonly (readonly { readonly at: number }[])[]) =>
    waves.map((wave) => wave.map((item) => item.at));

  it('are all, unless one may exclude another', () => {
    expect(at(wavesOf(rows, undefined))).toEqual([[0, 1, 2, 3, 4]]);
  });

  it('never exclude each other: of two that say the same, the first comes first', () => {
    expect(at(wavesOf(rows, (each) => [text(each, 'column') ?? '']))).toEqual([[0, 1, 3], [2], [4]]);
    const either = (each: KeyrockRow) => (text(each, 'column') ?? '').split('');
    const several = ['ax', 'by', 'bx', 'c', 'ay'].map((said, at_) => ({ at: at_, row: row(said) }));
    expect(at(wavesOf(several, either))).toEqual([
      [0, 1, 3],
      [2, 4],
    ]);
  });
});
