import type { LdFilter } from './ld-filter';
import type { LdPath, LdQuery } from './ld-query';

/** Stored names of all attributes that a filter looks at: who may not see one must not learn of it by asking. */
export function namesInFilter({ anyOf, q, geo, ordering }: LdFilter): ReadonlySet<string> {
  const names = new Set<string>((anyOf ?? []).flat());
  if (geo !== undefined) names.add(geo.geoproperty);
  if (q !== undefined) addNamesInQuery(q, names);
  for (const key of ordering?.keys ?? []) {
    if (key.by === 'distance') names.add(key.geoproperty);
    else if (key.by === 'path') addNameInPath(key.path, names);
  }
  return names;
}

function addNamesInQuery(query: LdQuery, names: Set<string>): void {
  switch (query.kind) {
    case 'and':
    case 'or':
      for (const part of query.parts) addNamesInQuery(part, names);
      return;
    case 'not':
      addNamesInQuery(query.part, names);
      return;
    case 'linked':
      names.add(query.relationship);
      return;
    case 'never':
      return;
    default:
      addNameInPath(query.path, names);
  }
}

function addNameInPath(path: LdPath, names: Set<string>): void {
  if (path.of === 'attribute') names.add(path.name);
}
