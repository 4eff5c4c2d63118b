import {
  boundingBox,
  geometryOfInstance,
  renderExactJson,
  type AttributeInstance,
  type AttributeMap,
  type Entity,
  type Metadata,
  type MetadataMap,
} from '@smart-city/context';
import type { CachedEntity } from './entity-cache';
import { furtherOperations } from './further-writes';
import { encodeInstances, encodeMembers } from './ngsi-ld-document';
import type { SqlValue, WriteOperation } from './write-operation';

/** The operations of one write, and the entity as the cache keeps it. */
export interface EntityWrite {
  readonly operations: readonly WriteOperation[];
  readonly stored: CachedEntity;
}

export function insertEntity(key: number, entity: Entity): EntityWrite {
  const doc = encodeAttributes(entity.attrs);
  const { id, type, servicePath, creDate, modDate } = entity;
  const [expiresAtMs, lastCorrelator, locationAttr, location] = optionalColumns(entity);
  return {
    operations: [
      [
        'insertEntity',
        key,
        id,
        type,
        servicePath,
        creDate,
        modDate,
        expiresAtMs,
        lastCorrelator,
        locationAttr,
        location,
        doc,
      ],
      ...further(key, undefined, entity, entity.attrs),
      ...locationOperations(key, undefined, entity),
      ...typeStatsOperations(undefined, entity, entity.attrs.keys()),
    ],
    stored: { key, entity, size: doc.length },
  };
}

/** @param changed  names of all attributes that came, went or have another type, value or instance; others may be among them */
export function updateEntity(
  before: CachedEntity,
  entity: Entity,
  changed: ReadonlySet<string>,
): EntityWrite {
  const { key } = before;
  const doc = encodeAttributes(entity.attrs);
  return {
    operations: [
      isInPlace(before.entity, entity)
        ? ['updateDocument', entity.modDate, entity.lastCorrelator ?? null, doc, key]
        : ['updateEntity', entity.creDate, entity.modDate, ...optionalColumns(entity), doc, key],
      ...further(key, before.entity, entity, changed),
      ...locationOperations(key, before.entity, entity),
      ...typeStatsOperations(before.entity, entity, changed),
    ],
    stored: { key, entity, size: doc.length },
  };
}

const NONE: readonly WriteOperation[] = [];

/** Names of attributes: a set of them, or the attributes. */
type Names = Pick<ReadonlyMap<string, unknown>, 'keys'>;

/** Rows of the tables beside `entities`: none as a rule, and that costs next to nothing. */
function further(
  key: number,
  before: Entity | undefined,
  after: Entity | undefined,
  changed: Names,
): readonly WriteOperation[] {
  const moves = before !== undefined && after !== undefined && isMoved(before, after);
  if (moves || before?.furtherTypes !== after?.furtherTypes || before?.scopes !== after?.scopes)
    return furtherOperations(key, before, after, changed.keys());
  for (const name of changed.keys())
    if (mayBeFurther(name, before) || mayBeFurther(name, after))
      return furtherOperations(key, before, after, changed.keys());
  return NONE;
}

/** Whether an attribute has a kind or a place that is not the location. */
function mayBeFurther(name: string, entity: Entity | undefined): boolean {
  const attribute = entity?.attrs.get(name);
  if (attribute === undefined) return false;
  return (
    attribute.kind !== undefined ||
    (entity!.location?.attrName !== name && geometryOfInstance(attribute) !== undefined)
  );
}

/** Whether a write gives an entity another first type or service path. */
const isMoved = (before: Entity, after: Entity): boolean =>
  before.type !== after.type || before.servicePath !== after.servicePath;

/** Whether the entity keeps what it is found by beside its attributes: creation, end and location. */
const isInPlace = (before: Entity, after: Entity): boolean =>
  before.creDate === after.creDate &&
  before.expiresAtMs === after.expiresAtMs &&
  before.location?.attrName === after.location?.attrName &&
  before.location?.coords === after.location?.coords;

export function deleteEntity({ key, entity }: CachedEntity): readonly WriteOperation[] {
  return [
    ['deleteEntity', key],
    ...further(key, entity, undefined, entity.attrs),
    ...locationOperations(key, entity, undefined),
    ...typeStatsOperations(entity, undefined, entity.attrs.keys()),
  ];
}

function optionalColumns({
  expiresAtMs,
  lastCorrelator,
  location,
}: Entity): readonly [SqlValue, SqlValue, SqlValue, SqlValue] {
  return [
    expiresAtMs ?? null,
    lastCorrelator ?? null,
    location?.attrName ?? null,
    location === undefined ? null : renderExactJson(location.coords),
  ];
}

function locationOperations(
  key: number,
  before: Entity | undefined,
  after: Entity | undefined,
): readonly WriteOperation[] {
  const old = before?.location?.coords;
  const coords = after?.location?.coords;
  if (old === coords) return [];
  if (coords === undefined) return [['deleteLocation', key]];
  if (old !== undefined && renderExactJson(old) === renderExactJson(coords)) return [];
  const box = boundingBox(coords);
  // A malformed geometry is nowhere: no geo query finds it.
  if (box === undefined) return [['deleteLocation', key]];
  const { minLon, maxLon, minLat, maxLat } = box;
  return [['putLocation', key, minLon, maxLon, minLat, maxLat]];
}

/** What the write changes in the table that answers `/v2/types`. Nothing when attributes keep their names and types. */
function typeStatsOperations(
  before: Entity | undefined,
  after: Entity | undefined,
  changed: Iterable<string>,
): readonly WriteOperation[] {
  if (before !== undefined && after !== undefined && isMoved(before, after))
    return [
      ...typeStatsOperations(before, undefined, before.attrs.keys()),
      ...typeStatsOperations(undefined, after, after.attrs.keys()),
    ];
  const operations: WriteOperation[] = [];
  const { type, servicePath } = (after ?? before)!;
  const add = (attr: string, attrType: string, n: number) =>
    operations.push(['addToTypeStats', type, servicePath, attr, attrType, n]);
  if (before === undefined) add('', '', 1);
  if (after === undefined) add('', '', -1);
  for (const name of changed) {
    const old = before?.attrs.get(name);
    const present = after?.attrs.get(name);
    if (old?.type === present?.type) continue;
    if (old !== undefined) add(name, old.type, -1);
    if (present !== undefined) add(name, present.type, 1);
  }
  return operations;
}

/**
 * The attributes of an entity as the column `doc` holds them, in stored order:
 * `{"<name>":{"v":<value>,"t":"<type>","c":<creDate>,"d":<modDate>,"m":{"<name>":{"v":<value>,"t":"<type>"}}}}`, `m` only when
 * there is metadata. The value comes first, where a search finds it soonest. What NGSI-LD adds comes behind
 * (`ngsi-ld-document.ts`): its members, other instances as the list `i`, and in a metadata item `c`, `d` and `m`.
 * `entity-document.ts` reads it.
 */
export function encodeAttributes(attrs: AttributeMap): string {
  let text = '';
  for (const [name, attribute] of attrs) {
    text += `${text === '' ? '' : ','}${renderExactJson(name)}:{${encodeInstance(attribute)}`;
    text +=
      attribute.instances === undefined ? '}' : `${encodeInstances(attribute.instances, encodeInstance)}}`;
  }
  return `{${text}}`;
}

function encodeInstance(instance: AttributeInstance): string {
  const { value, type, creDate, modDate, metadata } = instance;
  const plain =
    `"v":${renderExactJson(value)},"t":${renderExactJson(type)},"c":${renderExactJson(creDate)}` +
    `,"d":${renderExactJson(modDate)}${metadata.size === 0 ? '' : encodeMetadata(metadata)}`;
  return isPlain(instance) ? plain : plain + encodeMembers(instance);
}

/** Whether an item has nothing that only NGSI-LD writes. */
const isPlain = ({ kind, text }: AttributeInstance | Metadata): boolean =>
  kind === undefined && text === undefined;

function encodeMetadata(metadata: MetadataMap): string {
  let text = '';
  for (const [name, item] of metadata) {
    const plain = `${text === '' ? '' : ','}${renderExactJson(name)}:{"v":${renderExactJson(item.value)},"t":${renderExactJson(item.type)}`;
    text += isPlain(item) ? `${plain}}` : `${plain}${encodeFurther(item)}}`;
  }
  return `,"m":{${text}}`;
}

/** Members of a sub-attribute of NGSI-LD beside value and type. */
function encodeFurther(item: Metadata): string {
  const { creDate, modDate, metadata, instances } = item;
  return (
    (creDate === undefined ? '' : `,"c":${renderExactJson(creDate)}`) +
    (modDate === undefined ? '' : `,"d":${renderExactJson(modDate)}`) +
    (metadata === undefined || metadata.size === 0 ? '' : encodeMetadata(metadata)) +
    encodeMembers(item) +
    encodeInstances(
      instances,
      (other) =>
        `"v":${renderExactJson(other.value)},"t":${renderExactJson(other.type)}${encodeFurther(other)}`,
    )
  );
}
