import { csvCell } from './csv';

describe('A cell of a CSV file', () => {
  it.each([
    ['Ana', 'Ana'],
    ['García, Ana', '"García, Ana"'],
    ['she said "no"', '"she said ""no"""'],
    ['two\nlines', '"two\nlines"'],
    [null, ''],
    [-3, '-3'],
    [true, 'true'],
  ])('%j is %s', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\n=1'])(
    'is no formula: %j',
    (value) => {
      expect(csvCell(value).replace(/^"/, '')).toMatch(/^'/);
    },
  );
});
