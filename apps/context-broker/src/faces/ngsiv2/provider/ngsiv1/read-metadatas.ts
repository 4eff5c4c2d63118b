import { isJsonArray, isJsonObject, type JsonValue, type Metadata } from '@smart-city/context';
import { foreignMetadata } from '../../../../core/registrations/forwarding/foreign-entity';

/** Reads `metadatas` of NGSIv1. */
export function readMetadatas(value: JsonValue | undefined): ReadonlyMap<string, Metadata> {
  const items = new Map<string, Metadata>();
  if (!isJsonArray(value)) return items;
  for (const item of value) {
    const name = isJsonObject(item) ? item.get('name') : undefined;
    if (isJsonObject(item) && typeof name === 'string')
      items.set(name, foreignMetadata(item.get('type'), item.get('value') ?? null));
  }
  return items;
}
