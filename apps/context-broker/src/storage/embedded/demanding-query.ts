import type { Condition, EntityQuery, SimpleQuery } from '@smart-city/context';

/**
 * Whether a query is long work for a thread: code of ours over many entities (regular expressions, geometry, long lists), or a
 * look at the attributes of every entity (to count those that match, or to sort by one).
 */
export function isDemanding(query: EntityQuery): boolean {
  return runsOurCode(query) || looksAtAll(query);
}

const MANY = 20;

const runsOurCode = ({ selectors, within, q, mq, geo }: EntityQuery): boolean =>
  geo !== undefined ||
  within?.some(
    (areas) => areas.length > MANY || areas.some(({ selector }) => selector.idPattern !== undefined),
  ) === true ||
  selectors.length > MANY ||
  selectors.some(({ idPattern, typePattern }) => (idPattern ?? typePattern) !== undefined) ||
  [q, mq].some((query) => query !== undefined && isLong(query));

const isLong = (query: SimpleQuery): boolean => query.length > MANY || query.some(runsPatterns);

function runsPatterns(condition: Condition): boolean {
  if (condition.kind === 'or') return condition.branches.length > MANY || condition.branches.some(isLong);
  if (condition.kind === 'not') return isLong(condition.query);
  return (
    condition.kind === 'compare' &&
    (condition.operand.kind === 'regex' || condition.operand.kind === 'anyCase')
  );
}

const looksAtAll = ({ q, mq, anyOfAttributes, count, orderBy }: EntityQuery): boolean =>
  (count && (q ?? mq ?? anyOfAttributes) !== undefined) || orderBy.some(({ by }) => by === 'attribute');
