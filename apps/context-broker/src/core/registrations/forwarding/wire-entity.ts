import {
  defaultType,
  isDateTimeType,
  isJsonArray,
  isJsonObject,
  parseDateTime,
  type Attribute,
  type Entity,
  type JsonValue,
  type Metadata,
} from '@smart-city/context';

/** An attribute or metadata item as a provider sent it: a missing type follows from the value, dates become seconds. */
function typed(type: JsonValue | undefined, value: JsonValue): Pick<Metadata, 'type' | 'value'> {
  const name = typeof type === 'string' && type !== '' ? type : defaultType(value);
  const seconds = isDateTimeType(name) && typeof value === 'string' ? parseDateTime(value) : undefined;
  return { type: name, value: seconds ?? value };
}

/** An attribute of a provider has no dates of its own here. */
export const foreignAttribute = (
  type: JsonValue | undefined,
  value: JsonValue,
  metadata: ReadonlyMap<string, Metadata>,
): Attribute => ({
  ...typed(type, value),
  metadata,
  creDate: 0,
  modDate: 0,
});

export const foreignEntity = (id: string, type: string, attrs: ReadonlyMap<string, Attribute>): Entity => ({
  id,
  type,
  servicePath: '/',
  attrs,
  creDate: 0,
  modDate: 0,
});

/** Reads one normalized NGSIv2 entity of a provider; undefined when it is none. Values are taken as they come. */
export function readWireEntity(value: JsonValue): Entity | undefined {
  if (!isJsonObject(value)) return undefined;
  const id = value.get('id');
  const type = value.get('type') ?? '';
  if (typeof id !== 'string' || id === '' || typeof type !== 'string') return undefined;
  const attrs = new Map<string, Attribute>();
  for (const [name, attribute] of value) {
    if (name !== 'id' && name !== 'type' && isJsonObject(attribute)) {
      attrs.set(
        name,
        foreignAttribute(
          attribute.get('type'),
          attribute.get('value') ?? null,
          readMetadata(attribute.get('metadata')),
        ),
      );
    }
  }
  return foreignEntity(id, type, attrs);
}

function readMetadata(value: JsonValue | undefined): ReadonlyMap<string, Metadata> {
  const items = new Map<string, Metadata>();
  if (!isJsonObject(value)) return items;
  for (const [name, item] of value)
    if (isJsonObject(item)) items.set(name, typed(item.get('type'), item.get('value') ?? null));
  return items;
}

/** Reads `metadatas` of NGSIv1. */
export function readMetadatas(value: JsonValue | undefined): ReadonlyMap<string, Metadata> {
  const items = new Map<string, Metadata>();
  if (!isJsonArray(value)) return items;
  for (const item of value) {
    const name = isJsonObject(item) ? item.get('name') : undefined;
    if (isJsonObject(item) && typeof name === 'string')
      items.set(name, typed(item.get('type'), item.get('value') ?? null));
  }
  return items;
}
