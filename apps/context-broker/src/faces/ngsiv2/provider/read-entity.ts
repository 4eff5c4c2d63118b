import {
  isJsonObject,
  type Attribute,
  type Entity,
  type JsonValue,
  type Metadata,
} from '@smart-city/context';
import {
  foreignAttribute,
  foreignEntity,
  foreignMetadata,
} from '../../../core/registrations/forwarding/foreign-entity';

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
    if (isJsonObject(item)) items.set(name, foreignMetadata(item.get('type'), item.get('value') ?? null));
  return items;
}
