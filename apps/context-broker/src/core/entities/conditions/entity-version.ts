import { createHash } from 'node:crypto';
import { jsonKey, type Entity, type JsonValue, type MetadataMap } from '@smart-city/context';

/** 132 bits: nobody finds two entities of the same. */
const LENGTH = 22;

/**
 * Names what an entity is at the moment: a digest of all that clients can be shown of it, with every bit of its numbers and
 * dates. Brokers that share a database give the same version the same name; so does one that was restarted.
 */
export function versionOf({ id, type, servicePath, creDate, modDate, expiresAtMs, attrs }: Entity): string {
  const content: JsonValue = [
    ...[id, type, servicePath, creDate, modDate, expiresAtMs ?? null],
    [...attrs].map(([name, attribute]): JsonValue => [
      ...[name, attribute.type, attribute.value, attribute.creDate, attribute.modDate],
      metadataOf(attribute.metadata),
    ]),
  ];
  return createHash('sha256').update(jsonKey(content)).digest('base64url').slice(0, LENGTH);
}

const metadataOf = (metadata: MetadataMap): JsonValue =>
  [...metadata].map(([name, { type, value }]): JsonValue => [name, type, value]);
