import { Double } from 'mongodb';
import {
  decodeName,
  encodeName,
  firstEndOf,
  kindOf,
  type Attribute,
  type AttributeInstance,
  type AttributeMap,
  type Entity,
  type EntityLocation,
  type JsonValue,
  type Metadata,
  type MetadataMap,
} from '@smart-city/context';
import { furtherPlaces, type FurtherPlace } from './further-places';
import { OWN_MEMBER, readTyped, storedOwn, storedType } from './ngsi-ld-members';
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
  /** The members {@link DATASETS} and `ld` as they are stored. */
  readonly datasets: BsonValue | undefined;
  readonly further: BsonValue | undefined;
}

/** Where Orion-LD keeps instances beside the default one. */
export const DATASETS = '@datasets';

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

export function storedMetadata(item: Metadata): StoredMap {
  const stored = new Map<string, StoredValue>([
    ['type', storedType(item)],
    ['value', storedValue(item.value)],
  ]);
  const own = storedOwn(item);
  if (own === undefined) return stored;
  if (item.creDate !== undefined) stored.set('creDate', double(item.creDate));
  if (item.modDate !== undefined) stored.set('modDate', double(item.modDate));
  if (item.metadata !== undefined && item.metadata.size > 0) {
    stored.set('md', storedMetadataMap(item.metadata));
    stored.set('mdNames', [...item.metadata.keys()]);
  }
  if (item.instances !== undefined) stored.set('instances', item.instances.map(storedMetadata));
  return stored.set(OWN_MEMBER, own);
}

/** The sub-document `attrs.<name>`, its members in the order in which Orion creates them; other instances are in `@datasets`. */
export function storedAttribute(attribute: AttributeInstance): StoredMap {
  const stored = new Map<string, StoredValue>([
    ['value', storedValue(attribute.value)],
    // NGSIv1 may leave an attribute without a type.
    ...(attribute.type === '' ? [] : [['type', storedType(attribute)] as const]),
    ['creDate', double(attribute.creDate)],
    ['modDate', double(attribute.modDate)],
  ]);
  if (attribute.metadata.size > 0) stored.set('md', storedMetadataMap(attribute.metadata));
  stored.set('mdNames', [...attribute.metadata.keys()]);
  const own = storedOwn(attribute);
  return own === undefined ? stored : stored.set(OWN_MEMBER, own);
}

export const storedMetadataMap = (metadata: MetadataMap): StoredMap =>
  new Map([...metadata].map(([name, item]) => [encodeName(name), storedMetadata(item)]));

/** The map `attrs`. */
export const storedAttributes = (attrs: Entity['attrs']): StoredMap =>
  new Map([...attrs].map(([name, attribute]) => [encodeName(name), storedAttribute(attribute)]));

/** Instances beside the one in `attrs`, as Orion-LD keeps them: lists by the key of the attribute. Undefined without any. */
export function storedDatasets(attrs: Entity['attrs']): StoredMap | undefined {
  const datasets = new Map<string, StoredValue>();
  for (const [name, { instances }] of attrs)
    if (instances !== undefined) datasets.set(encodeName(name), instances.map(storedInstance));
  return datasets.size === 0 ? undefined : datasets;
}

/** @see storedDatasets */
export const storedInstance = (instance: AttributeInstance): StoredMap =>
  new Map([...storedAttribute(instance), ['datasetId', instance.datasetId ?? null]]);

/**
 * The member of our own of an entity, with what Orion-LD has no place for: further types, scopes, and for their indexes the
 * geometries that are not in `location` and the first end of an attribute. Undefined without any.
 */
export function storedFurther(entity: Entity): StoredMap | undefined {
  const { furtherTypes, scopes } = entity;
  const places = storedPlaces(entity);
  const end = storedEnd(entity);
  if (furtherTypes === undefined && scopes === undefined && places.length === 0 && end === undefined)
    return undefined;
  return new Map<string, StoredValue>([
    ...(furtherTypes === undefined ? [] : [['types', furtherTypes] as const]),
    ...(scopes === undefined ? [] : [['scopes', scopes] as const]),
    ...(places.length === 0 ? [] : [['places', places] as const]),
    ...(end === undefined ? [] : [['firstEnd', end] as const]),
  ]);
}

/** When the first of the attributes and instances ends; undefined where none does. */
export function storedEnd({ attrs }: Entity): Date | undefined {
  const first = firstEndOf(attrs);
  return first === Infinity ? undefined : new Date(first);
}

/** Path of {@link storedEnd}. */
export const FIRST_END = `${OWN_MEMBER}.firstEnd`;
/** Path of {@link storedPlaces}. */
export const PLACES = `${OWN_MEMBER}.places`;

/** Geometries with their attributes. */
export const storedPlaces = (entity: Entity): readonly StoredMap[] => furtherPlaces(entity).map(storedPlace);

const storedPlace = ({ name, geometry }: FurtherPlace): StoredMap =>
  new Map<string, StoredValue>([
    ['attr', name],
    ['geometry', storedValue(geometry)],
  ]);

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
  const datasets = storedDatasets(entity.attrs);
  if (datasets !== undefined) stored.set(DATASETS, datasets);
  const further = storedFurther(entity);
  if (further !== undefined) stored.set(OWN_MEMBER, further);
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
  const own = asMap(document.get(OWN_MEMBER));
  const [furtherTypes, scopes] = [asTexts(own.get('types')), asTexts(own.get('scopes'))];
  const entity: Entity = {
    id: asText(key.get('id')),
    type: asText(key.get('type')),
    ...(furtherTypes.length > 0 && { furtherTypes }),
    servicePath: asText(key.get('servicePath')),
    ...(scopes.length > 0 && { scopes }),
    attrs: readAttributes(asMap(document.get('attrs')), asMap(document.get(DATASETS))),
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
  return {
    id: key as StoredMap,
    entity,
    attrs: document.get('attrs'),
    datasets: document.get(DATASETS),
    further: document.get(OWN_MEMBER),
  };
}

function readAttributes(stored: BsonDocument, datasets: BsonDocument): AttributeMap {
  const attrs = new Map<string, Attribute>();
  for (const [name, attribute] of stored) attrs.set(decodeName(name), readAttribute(asMap(attribute)));
  for (const [key, listed] of datasets) {
    const name = decodeName(key);
    const instances = (isArray<BsonValue>(listed) ? listed : [listed]).map((one) => readInstance(asMap(one)));
    const attribute = attrs.get(name) ?? instances.shift();
    if (attribute === undefined) continue;
    attrs.set(name, instances.length === 0 ? attribute : { ...attribute, instances });
  }
  return attrs;
}

/** One of Orion-LD has no member of ours. */
function readInstance(stored: BsonDocument): AttributeInstance {
  const attribute = readAttribute(stored);
  const { kind, type, datasetId = asText(stored.get('datasetId')) } = attribute;
  return { ...attribute, datasetId, ...(kind === undefined && { kind: kindOf(attribute), type }) };
}

function readAttribute(stored: BsonDocument): Attribute {
  return {
    ...readTyped(stored),
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
    [...names, ...rest].map((name) => {
      const item = readMetadataItem(asMap(stored.get(encodeName(name))));
      return [name, item.type === '' ? { ...item, type: UNTYPED.get(name) ?? '' } : item];
    }),
  );
}

/** Types of what Orion-LD stores without. */
const UNTYPED: ReadonlyMap<string, string> = new Map([
  ['observedAt', 'DateTime'],
  ['unitCode', 'Text'],
]);

function readMetadataItem(stored: BsonDocument): Metadata {
  const item = { ...readTyped(stored), value: jsonValue(stored.get('value') ?? null) };
  if (!stored.has(OWN_MEMBER)) return item;
  const [creDate, modDate, instances] = ['creDate', 'modDate', 'instances'].map((name) => stored.get(name));
  const metadata = readMetadata(stored.get('md') ?? null, stored.get('mdNames') ?? null);
  return {
    ...item,
    ...(metadata.size > 0 && { metadata }),
    ...(typeof creDate === 'number' && { creDate }),
    ...(typeof modDate === 'number' && { modDate }),
    ...(isArray<BsonValue>(instances) && {
      instances: instances.map((instance) => readMetadataItem(asMap(instance))),
    }),
  };
}

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
const asTexts = (value: BsonValue | undefined): readonly string[] =>
  isArray<BsonValue>(value) ? value.filter((item) => typeof item === 'string') : [];
const asNumber = (value: BsonValue | undefined): number => (typeof value === 'number' ? value : 0);

const EMPTY: BsonDocument = new Map();
