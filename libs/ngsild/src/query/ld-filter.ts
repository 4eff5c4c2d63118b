import { scopesOf, typesOf, type Entity } from '@smart-city/context';
import { compileLdQuery, type LdEntityTest } from './compile-ld-query';
import { hasAttribute } from './ld-elements';
import { compileLdGeoQuery, type LdGeoQuery } from './ld-geo-query';
import type { LdOrdering } from './ld-order';
import { compileLdPattern } from './ld-pattern';
import type { LdQuery } from './ld-query';
import type { NameSelection } from './name-selection';
import { compileScopeQuery } from './scope-query';
import { compileTypeSelection } from './type-selection';

/** Names entities by id and type. Every member given must hold. */
export interface LdSelector {
  readonly ids?: readonly string[];
  /** Regular expression with the meaning of a search. */
  readonly idPattern?: string;
  readonly type?: NameSelection;
}

/** All that decides which entities an NGSI-LD query selects, and their order. It is plain data and travels between threads. */
export interface LdFilter {
  /** Any of these; an empty list selects every entity. */
  readonly selectors: readonly LdSelector[];
  /** Entities that have, of each of these lists, at least one attribute, by stored name. */
  readonly anyOf?: readonly (readonly string[])[];
  readonly q?: LdQuery;
  readonly geo?: LdGeoQuery;
  readonly scopeQ?: NameSelection;
  /** Absent: the order of creation. */
  readonly ordering?: LdOrdering;
}

/**
 * Compiles a filter to the test of one entity: the definition for every store, and what subscriptions ask.
 *
 * @throws NgsiLdFault  BadRequestData for a pattern that cannot be compiled
 */
export function compileLdFilter(filter: LdFilter): LdEntityTest {
  const tests: LdEntityTest[] = [];
  if (filter.selectors.length > 0) {
    const selectors = filter.selectors.map(compileLdSelector);
    tests.push((entity) => selectors.some((test) => test(entity)));
  }
  const { anyOf, q, geo, scopeQ } = filter;
  for (const names of anyOf ?? []) tests.push((entity) => names.some((name) => hasAttribute(entity, name)));
  if (scopeQ !== undefined) {
    const test = compileScopeQuery(scopeQ);
    tests.push((entity) => test(scopesOf(entity)));
  }
  if (q !== undefined) tests.push(compileLdQuery(q));
  if (geo !== undefined) tests.push(compileLdGeoQuery(geo));
  return (entity) => tests.every((test) => test(entity));
}

/** Makes the test of an entity's id and types. */
export function compileLdSelector({ ids, idPattern, type }: LdSelector): LdEntityTest {
  const wanted = ids === undefined ? undefined : new Set(ids);
  // An id that is named beats the pattern.
  const matches =
    idPattern === undefined || wanted !== undefined ? undefined : compileLdPattern(idPattern, 'idPattern');
  const hasType = compileTypeSelection(type);
  return (entity: Entity) =>
    (wanted?.has(entity.id) ?? true) && (matches?.(entity.id) ?? true) && hasType(typesOf(entity));
}
