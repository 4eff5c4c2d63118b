import { compileSelector, type EntitySelector } from '@smart-city/context';
import { keep, type QueryFunctions } from './query-functions';
import { ANYTHING, allOf, anyOf, isIn, type SqlCondition } from './sql-condition';

/** More than this are tested by one function: SQLite bounds the size of an expression. */
export const MOST_SELECTORS = 100;

/** Entities that one of the selectors names; without any: all. */
export function selectorsCondition(
  selectors: readonly EntitySelector[],
  functions: QueryFunctions,
): SqlCondition {
  if (selectors.length === 0) return ANYTHING;
  const merged = mergeIds(selectors);
  if (merged.length <= MOST_SELECTORS)
    return anyOf(merged.map((selector) => selectorCondition(selector, functions)));
  const tests = merged.map((selector) => compileSelector(selector));
  return selectedBy((id, type) => tests.some((test) => test({ id, type })), functions);
}

/** Entities that a function says are meant. */
export const selectedBy = (
  test: QueryFunctions['identities'][number],
  { identities }: QueryFunctions,
): SqlCondition => ({
  sql: 'ngsi_selected(?, id, type, service_path)',
  parameters: [keep(identities, test)],
});

/** Selectors that name ids of the same types are one. */
function mergeIds(selectors: readonly EntitySelector[]): readonly EntitySelector[] {
  const merged = new Map<string, EntitySelector & { readonly ids: string[] }>();
  const others: EntitySelector[] = [];
  for (const selector of selectors) {
    if (
      selector.ids === undefined ||
      selector.idPattern !== undefined ||
      selector.typePattern !== undefined
    ) {
      others.push(selector);
      continue;
    }
    const types = JSON.stringify(selector.types ?? null);
    const same = merged.get(types);
    if (same === undefined) merged.set(types, { ...selector, ids: [...selector.ids] });
    else for (const id of selector.ids) same.ids.push(id);
  }
  return [...merged.values(), ...others];
}

function selectorCondition(
  { ids, idPattern, types, typePattern }: EntitySelector,
  functions: QueryFunctions,
): SqlCondition {
  const matches = (column: 'id' | 'type', pattern: string): SqlCondition => {
    const test = compileSelector({ [`${column}Pattern`]: pattern });
    const n = keep(functions.texts, (text) => test({ id: text, type: text }));
    return { sql: `ngsi_matches(?, ${column})`, parameters: [n] };
  };
  return allOf([
    ids === undefined ? ANYTHING : isIn('id', ids),
    types === undefined ? ANYTHING : isIn('type', types),
    idPattern === undefined ? ANYTHING : matches('id', idPattern),
    typePattern === undefined ? ANYTHING : matches('type', typePattern),
  ]);
}
