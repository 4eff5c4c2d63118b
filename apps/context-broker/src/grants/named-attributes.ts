import type { Condition, EntityQuery, QueryTarget, SimpleQuery } from '@smart-city/ngsi';

/** What a query looks at of entities: names of attributes, or places, which are attributes whose names nobody says. */
export interface LookedAt {
  readonly names: ReadonlySet<string>;
  readonly places: boolean;
}

/** Whoever sees whether a query selects an entity learns of these. */
export function lookedAt({ q, mq, geo, orderBy, anyOfAttributes }: EntityQuery): LookedAt {
  const names = new Set([
    ...(anyOfAttributes ?? []),
    ...[q, mq].flatMap((query) => (query ? namesIn(query) : [])),
  ]);
  for (const key of orderBy) if (key.by === 'attribute') names.add(key.name);
  if (geo?.attribute === undefined)
    return { names, places: geo !== undefined || orderBy.some(({ by }) => by === 'distance') };
  // Distances are measured from it too.
  names.add(geo.attribute);
  return { names, places: false };
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
