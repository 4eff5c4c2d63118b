import type { Document } from 'mongodb';
import type { LdFilter, LdQuery, LdSelector, NameSelection } from '@smart-city/ngsild';
import { conjunction } from '../mongo-conjunction';

/**
 * Part of a filter of NGSI-LD that the database decides by its indexes: no entity that the filter selects is left out, and what else
 * there may be is sorted out in memory.
 */
export function ldPrefilter({ selectors, anyOf, q }: LdFilter): Document {
  return conjunction([
    ...selectorClauses(selectors),
    ...(anyOf ?? []).map((names) => ({ attrNames: { $in: names } })),
    ...(q === undefined ? [] : neededAttributes(q).map((name) => ({ attrNames: name }))),
  ]);
}

function selectorClauses(selectors: readonly LdSelector[]): readonly Document[] {
  const clauses = selectors.map(({ ids, type }) =>
    conjunction([
      ...(ids === undefined ? [] : [{ '_id.id': { $in: ids } }]),
      ...(type === undefined ? [] : [typeClause(type)]),
    ]),
  );
  if (clauses.some((clause) => Object.keys(clause).length === 0)) return [];
  return clauses.length <= 1 ? clauses : [{ $or: clauses }];
}

/** Types beyond the first are in the member of our own. */
function typeClause(selection: NameSelection): Document {
  if (selection.kind === 'is')
    return { $or: [{ '_id.type': selection.name }, { 'ld.types': selection.name }] };
  return { [selection.kind === 'any' ? '$or' : '$and']: selection.parts.map(typeClause) };
}

/** Attributes without which the query holds of nothing. */
function neededAttributes(query: LdQuery): readonly string[] {
  switch (query.kind) {
    case 'and':
      return query.parts.flatMap(neededAttributes);
    case 'exists':
    case 'compare':
      return query.path.of === 'attribute' ? [query.path.name] : [];
    default:
      return [];
  }
}
