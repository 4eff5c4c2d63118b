import { Double } from 'mongodb';
import {
  decodeName,
  encodeName,
  type Attribute,
  type Entity,
  type EntityLocation,
  type JsonValue,
  type Metadata,
  type MetadataMap,
} from '@smart-city/context';
import { readDocument, type BsonDocument, type BsonValue } from './ordered-bson';

/** Orion's document of an entity, to and from the broker's {@link Entity}. */

/** What goes into a document: Maps keep their order when the driver writes them, `Double` keeps 1 from becoming an int32. */
export type StoredValue = null | boolean | string | Double | Date | readonly StoredValue[] | StoredMap;
export type StoredMap = ReadonlyMap<string, StoredValue>;

/** A document that was read: the entity, and its `_id` as stored (old ones have no type or no servicePath). */
export interface EntityDocument {
  readonly id: StoredMap;
  readonly entity: Entity;
  /** The attributes as they are stored; undefined when the document has none. */
  readonly attrs: BsonValue | undefined;
}

export const double = (value: number): Double => new Double(value);

/** The `_id`; the order of its members matters to equality. */
export const entityKey = (id: string, type: string, servicePath: string): StoredMap =>
  new Map([
    ['id', id],
    ['type', type],
    ['servicePath', servicePath],
  ]);

/** A JSON value with its keys encoded and its numbers as doubles. */
export function storedValue(value: JsonValue): StoredValue {
  if (typeof value === 'number') return double(value);
  if (value === null || typeof value !== 'object') return value;
  if (isArray(value)) return value.map(storedValue);
  return new Map([...value].map(([key, member]) => [encodeName(key), storedValue(member)]));
}

export const storedMetadata = (metadata: Metadata): StoredMap =>
  new Map<string, StoredValue>([
    ['type', metadata.type],
    ['value', storedValue(metadata.value)],
  ]);

/** The sub-document `attrs.<name>`, its members in the order in which Orion creates them. */
export function storedAttribute(attribute: Attribute): StoredMap {
  const stored = new Map<string, StoredValue>([
    ['value', storedValue(attribute.value)],
    // NGSIv1 may leave an attribute without a type.
    ...(attribute.type === '' ? [] : [['type', attribute.type] as const]),
    ['creDate', double(attribute.creDate)],
    ['modDate', double(attribute.modDate)],
  ]);
  if (attribute.metadata.size > 0) stored.set('md', storedMetadataMap(attribute.metadata));
  return stored.set('mdNames', [...attribute.metadata.keys()]);
}

export const storedMetadataMap = (metadata: MetadataMap): StoredMap =>
  new Map([...metadata].map(([name, item]) => [encodeName(name), storedMetadata(item)]));

/** The map `attrs`. */
export const storedAttributes = (attrs: Entity['attrs']): StoredMap =>
  new Map([...attrs].map(([name, attribute]) => [encodeName(name), storedAttribute(attribute)]));

/** A GeoJSON geometry is stored as it is: its keys hold neither `.` nor `$`. */
export const storedLocation = (location: EntityLocation): StoredMap =>
  new Map<string, StoredValue>([
    ['attrName', location.attrName],
    ['coords', storedValue(location.coords)],
  ]);

/** The whole document of a new entity, its members in the order in which Orion creates them. */
export function storedEntity(entity: Entity): StoredMap {
  const stored = new Map<string, StoredValue>([
    ['_id', entityKey(entity.id, entity.type, entity.servicePath)],
    ['attrNames', [...entity.attrs.keys()]],
    ['attrs', storedAttributes(entity.attrs)],
    ['creDate', double(entity.creDate)],
    ['modDate', double(entity.modDate)],
  ]);
  if (entity.location) stored.set('location', storedLocation(entity.location));
  if (entity.expiresAtMs !== undefined) stored.set('expDate', new Date(entity.expiresAtMs));
  if (entity.lastCorrelator !== undefined) stored.set('lastCorrelator', entity.lastCorrelator);
  return stored;
}

/** The parts of an `_id`; old ones have no type or no service path. */
export function readKey(stored: unknown): { id: string; type: string; servicePath: string } {
  const { id, type, servicePath } = stored as Readonly<Record<string, BsonValue>>;
  return { id: asText(id), type: asText(type), servicePath: asText(servicePath) };
}

/**
 * Reads a document, also one that a very old Orion wrote: no type, no service path (both read as ''), no `mdNames`,
 * metadata as a list of `{name, type, value}`.
 */
export function readEntity(bytes: Uint8Array): EntityDocument {
  const document = readDocument(bytes);
  const key = asMap(document.get('_id'));
  const expDate = document.get('expDate');
  const lastCorrelator = asText(document.get('lastCorrelator'));
  const location = asMap(document.get('location'));
  const entity: Entity = {
    id: asText(key.get('id')),
    type: asText(key.get('type')),
    servicePath: asText(key.get('servicePath')),
    attrs: new Map(
      [...asMap(document.get('attrs'))].map(([name, stored]) => [
        decodeName(name),
        readAttribute(asMap(stored)),
      ]),
    ),
    creDate: asNumber(document.get('creDate')),
    modDate: asNumber(document.get('modDate')),
    ...(lastCorrelator === '' ? {} : { lastCorrelator }),
    ...(location.size === 0
      ? {}
      : {
          location: {
            attrName: asText(location.get('attrName')),
            coords: jsonValue(location.get('coords') ?? null),
          },
        }),
    ...(expDate instanceof Date ? { expiresAtMs: expDate.getTime() } : {}),
  };
  return { id: key as StoredMap, entity, attrs: document.get('attrs') };
}

function readAttribute(stored: BsonDocument): Attribute {
  return {
    type: asText(stored.get('type')),
    // An operator that only takes away can leave an attribute without a value.
    value: jsonValue(stored.get('value') ?? (stored.has('value') ? null : '')),
    metadata: readMetadata(stored.get('md') ?? null, stored.get('mdNames') ?? null),
    creDate: asNumber(stored.get('creDate')),
    modDate: asNumber(stored.get('modDate')),
  };
}

function readMetadata(md: BsonValue, mdNames: BsonValue): MetadataMap {
  if (isArray(md)) {
    return new Map(md.map(asMap).map((item) => [asText(item.get('name')), readMetadataItem(item)]));
  }
  const stored = asMap(md);
  // Orion leaves some names as it stores keys, with `=` for a dot.
  const listed = isArray(mdNames) ? mdNames.map(asText).map(decodeName) : [];
  const names = listed.filter((name) => stored.has(encodeName(name)));
  const rest = [...stored.keys()].map(decodeName);
  return new Map(
    [...names, ...rest].map((name) => [name, readMetadataItem(asMap(stored.get(encodeName(name))))]),
  );
}

const readMetadataItem = (stored: BsonDocument): Metadata => ({
  type: asText(stored.get('type')),
  value: jsonValue(stored.get('value') ?? null),
});

/** Dates appear in values only when something else than a broker wrote them; Orion's dates are seconds. */
function jsonValue(value: BsonValue): JsonValue {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Date) return value.getTime() / 1000;
  if (isArray(value)) return value.map(jsonValue);
  return new Map([...value].map(([key, member]) => [decodeName(key), jsonValue(member)]));
}

const isArray = <T>(value: unknown): value is readonly T[] => Array.isArray(value);
const asMap = (value: BsonValue | undefined): BsonDocument => (value instanceof Map ? value : EMPTY);
const asText = (value: BsonValue | undefined): string => (typeof value === 'string' ? value : '');
const asNumber = (value: BsonValue | undefined): number => (typeof value === 'number' ? value : 0);

const EMPTY: BsonDocument = new Map();
