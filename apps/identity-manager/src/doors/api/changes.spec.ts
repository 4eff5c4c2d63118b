import { changesBetween, renderChanges } from './changes';
import { limitsOf, rowsOf } from '../../database/paging';
import { parsePaging } from './paging';

describe('Answers of PATCH', () => {
  it('name what changed', () => {
    const before = { a: 1, b: null, c: { d: 1 } };
    expect(changesBetween(before, { a: 2, b: null, c: { d: 1 } })).toEqual({ a: 2 });
    expect(changesBetween(before, { a: 1, b: '', c: { d: 2 } })).toEqual({ b: '', c: { d: 2 } });
    expect(renderChanges('user', { a: 2 })).toEqual({ values_updated: { a: 2 } });
    expect(renderChanges('user', {})).toEqual({
      message: "Request don't change the user parameters",
      code: 200,
      title: 'OK',
    });
  });
});

describe('Paging', () => {
  it('is off unless asked for', () => {
    const all = parsePaging({});
    expect(limitsOf(all)).toEqual([2_147_483_647, 0]);
    expect(rowsOf(all)).toEqual({});
  });

  it('cuts lists', () => {
    expect(limitsOf(parsePaging({ limit: '1', offset: '2' }))).toEqual([1, 2]);
    expect(rowsOf(parsePaging({ offset: '2' }))).toEqual({ skip: 2, take: 2_147_483_647 });
  });

  it.each([
    { limit: '0' },
    { limit: '-1' },
    { limit: '99999' },
    { offset: '1.5' },
    { limit: ['1', '2'] },
    { offset: '1e3' },
  ])('refuses %j', (query) => {
    expect(() => parsePaging(query)).toThrow(/whole number/);
  });
});
