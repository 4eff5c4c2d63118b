import type { AggregateQuery, EntityQuery } from '@smart-city/context';
import type { GroupPage } from './entity-store';

/** The page that a tenant without entities has: without keys there is one group, of none. */
export function pageOfNothing({ limit, offset, count }: EntityQuery, aggregate: AggregateQuery): GroupPage {
  const isOne = aggregate.groupBy.length === 0;
  const values = aggregate.terms.map(({ kind }) => (kind === 'count' || kind === 'distinct' ? 0 : null));
  return {
    groups: isOne && limit > 0 && offset === 0 ? [{ keys: [], values }] : [],
    ...(count && { count: isOne ? 1 : 0 }),
  };
}
