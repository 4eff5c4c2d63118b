import {
  boundingBox,
  renderExactJson,
  type AttributeMap,
  type Entity,
  type MetadataMap,
} from '@smart-city/context';
import type { CachedEntity } from './entity-cache';
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
      ...locationOperations(key, undefined, entity),
      ...typeStatsOperations(undefined, entity, entity.attrs.keys()),
    ],
    stored: { key, entity, size: doc.length },
  };
}

/** @param changed  names of all attributes that came, went or have another type; others may be among them */
export function updateEntity(before: CachedEntity, entity: Entity, changed: Iterable<string>): EntityWrite {
  const { key } = before;
  const doc = encodeAttributes(entity.attrs);
  return {
    operations: [
      isInPlace(before.entity, entity)
        ? ['updateDocument', entity.modDate, entity.lastCorrelator ?? null, doc, key]
        : ['updateEntity', entity.creDate, entity.modDate, ...optionalColumns(entity), doc, key],
      ...locationOperations(key, before.entity, entity),
      ...typeStatsOperations(before.entity, entity, changed),
    ],
    stored: { key, entity, size: doc.length },
  };
}

/** Whether the entity keeps what it is found by beside its attributes: creation, end and location. */
const isInPlace = (before: Entity, after: Entity): boolean =>
  before.creDate === after.creDate &&
  before.expiresAtMs === after.expiresAtMs &&
  before.location?.attrName === after.location?.attrName &&
  before.location?.coords === after.location?.coords;

export function deleteEntity({ key, entity }: CachedEntity): readonly WriteOperation[] {
  return [
    ['deleteEntity', key],
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
 * there is metadata. The value comes first, where a search finds it soonest. `entity-document.ts` reads it.
 */
export function encodeAttributes(attrs: AttributeMap): string {
  let text = '';
  for (const [name, { value, type, creDate, modDate, metadata }] of attrs) {
    text +=
      `${text === '' ? '' : ','}${renderExactJson(name)}:{"v":${renderExactJson(value)},"t":${renderExactJson(type)}` +
      `,"c":${renderExactJson(creDate)},"d":${renderExactJson(modDate)}${encodeMetadata(metadata)}}`;
  }
  return `{${text}}`;
}

function encodeMetadata(metadata: MetadataMap): string {
  if (metadata.size === 0) return '';
  let text = '';
  for (const [name, { value, type }] of metadata)
    text += `${text === '' ? '' : ','}${renderExactJson(name)}:{"v":${renderExactJson(value)},"t":${renderExactJson(type)}}`;
  return `,"m":{${text}}`;
}
