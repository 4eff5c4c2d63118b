import { isInsert, mergeClaims, mergeInserts } from './merge-inserts';

const insert = 'INSERT INTO tokens (id, kind) VALUES (?, ?)';
const row = (id: number) => ({ sql: insert, values: [id, 'k'] });

describe('mergeInserts', () => {
  it('makes neighbours one statement, and leaves everything else in its place', () => {
    const update = { sql: 'UPDATE tokens SET kind = ?', values: ['j'] };
    expect(mergeInserts([row(1), row(2), update, row(3)])).toEqual([
      { sql: `${insert}, (?, ?)`, values: [1, 'k', 2, 'k'] },
      update,
      row(3),
    ]);
  });

  it('keeps statements short, and every row', () => {
    const merged = mergeInserts(Array.from({ length: 70 }, (_, id) => row(id)));
    expect(merged.map(({ values }) => values.length / 2)).toEqual([32, 32, 6]);
    expect(merged.flatMap(({ values }) => values.filter((_, at) => at % 2 === 0))).toEqual(
      Array.from({ length: 70 }, (_, id) => id),
    );
  });

  it.each([
    ["INSERT INTO tokens (id, kind) VALUES (?, 'jwt')"],
    ['INSERT INTO tokens (id) SELECT id FROM others WHERE id = ?'],
    ['INSERT INTO tokens (id) VALUES (?) ON CONFLICT DO NOTHING'],
    ['DELETE FROM tokens WHERE id = ?'],
  ])('takes %s for no row that can be repeated', (sql) => {
    expect(isInsert({ sql, values: [1] })).toBe(false);
  });

  it('leaves a step that expects something alone', () => {
    const strict = { ...row(1), expect: 1 };
    expect(mergeInserts([strict, row(2), strict])).toEqual([strict, row(2), strict]);
  });
});

describe('mergeClaims', () => {
  const severalKeys = (count: number) => `claim ${count}`;
  const claim = (key: string) => ({ sql: 'claim 1', values: [5, key], expect: 1, severalKeys });

  it('marks the rows of all, and expects that each was free', () => {
    expect(mergeClaims(['a', 'b', 'c'].map(claim))).toEqual({
      sql: 'claim 4',
      values: [5, 'a', 'b', 'c', 'a'],
      expect: 3,
    });
  });

  it('is nothing for steps that mark no row by its key', () => {
    expect(mergeClaims([{ sql: 'UPDATE rows SET a = ?', values: [1], expect: 1 }])).toBeUndefined();
    expect(mergeClaims([{ ...claim('a'), values: [1, 'a', 'more'] }])).toBeUndefined();
  });
});
