import type { AggregateQuery, Condition, EntityQuery, QueryTarget, SimpleQuery } from '@smart-city/context';

/** What a query looks at of entities: names of attributes, or places, which are attributes whose names nobody says. */
export interface LookedAt {
  readonly names: ReadonlySet<string>;
  readonly places: boolean;
}

/** Whoever sees whether a query selects an entity, or what is worked out of those that it selects, learns of these. */
export function lookedAt(query: EntityQuery, aggregate?: AggregateQuery): LookedAt {
  const { q, mq, geo, orderBy, anyOfAttributes } = query;
  const names = new Set([
    ...(anyOfAttributes ?? []),
    ...[q, mq].flatMap((query) => (query ? namesIn(query) : [])),
  ]);
  for (const key of orderBy) if (key.by === 'attribute') names.add(key.name);
  const { terms = [], groupBy = [] } = aggregate ?? {};
  for (const term of terms) if (term.kind !== 'count') names.add(term.attribute);
  for (const key of groupBy) if (key.by === 'attribute') names.add(key.name);
  const inCells = groupBy.some(({ by }) => by === 'cell');
  if (geo?.attribute === undefined)
    return { names, places: inCells || geo !== undefined || orderBy.some(({ by }) => by === 'distance') };
  // Distances are measured from it too.
  names.add(geo.attribute);
  return { names, places: inCells };
}

/** Names of the attributes in a `q` or `mq`. */
export const namesIn = (query: SimpleQuery): readonly string[] => query.flatMap(namesOf);

function namesOf(condition: Condition): readonly string[] {
  if (condition.kind === 'or') return condition.branches.flatMap(namesIn);
  if (condition.kind === 'not') return namesIn(condition.query);
  return nameOf(condition.target);
}

function nameOf(target: QueryTarget): readonly string[] {
  switch (target.kind) {
    case 'attribute':
      return [target.name];
    case 'entityBuiltin':
      return [];
    case 'metadata':
    case 'attributeBuiltin':
      return [target.attribute];
  }
}
