import type { EntityQuery, SimpleQuery } from '@smart-city/ngsi';

/** Whether a query runs code of ours over many entities: regular expressions, geometry, long lists. Others are SQLite's alone. */
export function isDemanding({ selectors, q, mq, geo }: EntityQuery): boolean {
  return (
    geo !== undefined ||
    selectors.length > MANY ||
    selectors.some(({ idPattern, typePattern }) => (idPattern ?? typePattern) !== undefined) ||
    [q, mq].some((query) => query !== undefined && isLong(query))
  );
}

const MANY = 20;

const isLong = (query: SimpleQuery) =>
  query.length > MANY ||
  query.some((statement) => statement.kind === 'compare' && statement.operand.kind === 'regex');
