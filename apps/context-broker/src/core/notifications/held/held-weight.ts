import {
  isJsonArray,
  isJsonObject,
  type Entity,
  type EntityChange,
  type JsonValue,
} from '@smart-city/context';

/** What a value, an attribute or an entity takes besides its text. */
const FIXED = 64;

/** About how many characters of memory a change holds on to: both states of the entity, and the names of what changed. */
export function weightOf({ before, after, requested, changed, metadataChanged }: EntityChange): number {
  let weight = entityWeight(before) + (after === before ? 0 : entityWeight(after));
  for (const names of [requested, changed, metadataChanged])
    for (const name of names) weight += FIXED + name.length;
  return weight;
}

function entityWeight(entity: Entity | undefined): number {
  if (entity === undefined) return 0;
  let weight = FIXED + entity.id.length + entity.type.length;
  for (const [name, { type, value, metadata }] of entity.attrs) {
    weight += FIXED + name.length + type.length + valueWeight(value);
    for (const [item, about] of metadata)
      weight += item.length + about.type.length + valueWeight(about.value);
  }
  return weight;
}

/** Values are nested to a bounded depth. */
function valueWeight(value: JsonValue): number {
  if (typeof value === 'string') return FIXED + value.length;
  let weight = FIXED;
  if (isJsonArray(value)) for (const item of value) weight += valueWeight(item);
  else if (isJsonObject(value)) for (const [name, item] of value) weight += name.length + valueWeight(item);
  return weight;
}
