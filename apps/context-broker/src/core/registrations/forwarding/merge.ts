import { compileSelector, type Attribute, type Entity, type EntitySelector } from '@smart-city/context';
import { shownOrder } from '@smart-city/ngsiv2';

/**
 * Adds what providers answered to local entities: an attribute that is there already wins, entities that are not there
 * follow in the order of the answers. Attributes of providers are shown after the local ones, as they came. Entities that the query does not select are left out, whoever sent them.
 *
 * @param answers  in the order the providers were asked
 */
export function mergeEntities(
  local: readonly Entity[],
  answers: readonly (readonly Entity[])[],
  selectors: readonly EntitySelector[],
): readonly Entity[] {
  const tests = selectors.map((selector) => compileSelector(selector));
  const merged = new Map<string, Entity>(local.map((entity, at) => [keyOf(entity, at), entity]));
  const places = new Map<string, string[]>();
  for (const [key, { id, type }] of merged) remember(places, identity(id, type), key);
  for (const entity of answers.flat()) {
    if (tests.length > 0 && !tests.some((test) => test(entity))) continue;
    const key = places.get(identity(entity.id, entity.type))?.[0];
    if (key !== undefined) {
      merged.set(key, withAttributes(merged.get(key)!, entity.attrs));
      continue;
    }
    const added = keyOf(entity, merged.size);
    merged.set(added, { ...entity, isOrdered: true });
    remember(places, identity(entity.id, entity.type), added);
  }
  return [...merged.values()];
}

const identity = (id: string, type: string): string => JSON.stringify([id, type]);
/** Entities of one id and type may stand in several service paths, so their place tells them apart. */
const keyOf = ({ id, type }: Entity, place: number): string => `${place} ${identity(id, type)}`;

function remember(places: Map<string, string[]>, name: string, key: string): void {
  const known = places.get(name);
  if (known === undefined) places.set(name, [key]);
  else known.push(key);
}

function withAttributes(entity: Entity, added: ReadonlyMap<string, Attribute>): Entity {
  const attrs = new Map(shownOrder(entity).map((name) => [name, entity.attrs.get(name)!]));
  for (const [name, attribute] of added) if (!attrs.has(name)) attrs.set(name, attribute);
  return { ...entity, attrs, isOrdered: true };
}
