import { type EntityQuery } from '@smart-city/context';
import { parseMq, parseOrderBy, parseQ } from '@smart-city/ngsiv2';
import { isDemanding } from './demanding-query';

const query = (more: Partial<EntityQuery>): EntityQuery => ({
  selectors: [],
  orderBy: [],
  limit: 20,
  offset: 0,
  count: false,
  ...more,
});

describe('a demanding query', () => {
  it.each<[string, Partial<EntityQuery>]>([
    ['has a pattern', { selectors: [{ idPattern: '.*' }] }],
    ['has a regular expression in q', { q: parseQ('a~=x') }],
    ['names very many', { selectors: Array.from({ length: 21 }, () => ({ ids: ['E'] })) }],
    ['counts what has an attribute', { count: true, q: parseQ('a>1') }],
    ['counts what has metadata', { count: true, mq: parseMq('a.b') }],
    ['sorts by an attribute', { orderBy: parseOrderBy('!a') }],
  ])('%s', (_what, more) => {
    expect(isDemanding(query(more))).toBe(true);
  });

  it.each<[string, Partial<EntityQuery>]>([
    ['a page', {}],
    ['a page of what has an attribute', { q: parseQ('a>1') }],
    ['a count of a type, which an index answers', { count: true, selectors: [{ types: ['T'] }] }],
    ['an order that an index has', { orderBy: parseOrderBy('dateCreated') }],
  ])('is not %s', (_what, more) => {
    expect(isDemanding(query(more))).toBe(false);
  });
});
