import {
  checkPatternCount,
  type EntityQuery,
  type EntitySelector,
  type JsonValue,
  patternsIn,
  type SimpleQuery,
} from '@smart-city/context';
import { checkIdentity } from './check-payload';
import { namesPattern } from './context-element';
import { readNode, readNodes, readText, readTexts, type PayloadNode } from './payload-reader';
import { readIdentity } from './read-attributes';
import { readScope, SCOPE_MEMBERS, type Scope } from './read-scope';
import { checkingFault } from './status-code';

/** What `queryContext` asks for. */
export type QueryContext = Pick<EntityQuery, 'selectors' | 'q' | 'mq' | 'geo'> & {
  /** Shown, and at least one of them there; empty: all. */
  readonly attributes: readonly string[];
  /** `geo` is an area, which the count of all matches leaves out, as in the original. */
  readonly isGeoUncounted: boolean;
  /** Filters that the original drops without a word: what they were, and why. */
  readonly ignored: readonly string[];
};

/** @param body  see `parsePayload`. @throws Ngsiv1Fault 400 */
export function parseQueryContext(body: JsonValue): QueryContext {
  const root = readNode(body, '', ['entities', 'attributes', 'restriction']);
  const entities = readNodes(root, 'entities', ['id', 'type', 'isPattern']).map(readIdentity);
  const attributes = readTexts(root, 'attributes');
  const scopes = root.members.has('restriction') ? readRestriction(root) : [];
  if (entities.length === 0) throw checkingFault('No entities');
  entities.forEach(checkIdentity);
  if (attributes.includes('')) throw checkingFault('Empty attribute name');
  const selectors = entities.map((entity): EntitySelector => ({
    ...(namesPattern(entity) ? { idPattern: entity.id } : { ids: [entity.id] }),
    ...(entity.type !== '' && { types: [entity.type] }),
  }));
  checkPatternCount(patternsIn(selectors));
  return { ...narrowed(selectors, scopes), attributes };
}

function readRestriction(root: PayloadNode): readonly Scope[] {
  const restriction = readNode(root.members.get('restriction'), '/restriction', [
    'attributeExpression',
    'scopes',
  ]);
  // An attribute expression has no effect, but may not be empty.
  const expression = readText(restriction, 'attributeExpression');
  if (expression === '') throw checkingFault('Empty attribute expression');
  const scopes = readNodes(restriction, 'scopes', SCOPE_MEMBERS);
  if (scopes.length === 0 && expression === undefined) throw checkingFault('empty restriction');
  return scopes.map(readScope);
}

/** String queries must all hold; of several locations the first counts. */
function narrowed(
  selectors: readonly EntitySelector[],
  scopes: readonly Scope[],
): Omit<QueryContext, 'attributes'> {
  const q = scopes.flatMap((scope) => scope.q ?? []);
  const mq = scopes.flatMap((scope) => scope.mq ?? []);
  const location = scopes.find(({ geo }) => geo !== undefined);
  const types = scopes.flatMap(({ entityType }) => entityType ?? []);
  return {
    selectors: selectors.flatMap((selector) => types.reduce(byType, [selector])),
    ...filled('q', q),
    ...filled('mq', mq),
    ...(location?.geo && { geo: location.geo }),
    isGeoUncounted: location?.isArea ?? false,
    ignored: scopes.flatMap(({ ignored }) => ignored ?? []),
  };
}

const filled = <Name extends string>(name: Name, items: SimpleQuery) =>
  (items.length === 0 ? {} : { [name]: items }) as { readonly [K in Name]?: SimpleQuery };

/** Entities with a type, or those without one. */
function byType(selectors: readonly EntitySelector[], wanted: 'some' | 'none'): readonly EntitySelector[] {
  return selectors.flatMap((selector): readonly EntitySelector[] => {
    if (wanted === 'some') return [selector.types ? selector : { ...selector, typePattern: '.' }];
    return selector.types ? [] : [{ ...selector, types: [''] }];
  });
}
