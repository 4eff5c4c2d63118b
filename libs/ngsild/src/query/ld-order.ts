import { readDateTime } from '../entity/date-time';
import {
  compileGeometryDistance,
  isDateTimeType,
  isJsonArray,
  isJsonObject,
  kindOf,
  type Entity,
  type JsonObject,
  type JsonValue,
  type Metadata,
} from '@smart-city/context';
import { badRequestData } from '../ngsild-fault';
import { geometriesIn } from './ld-geo-query';
import type { ExpandName } from './ld-names';
import { checkValues } from './ld-query-limits';
import type { LdPath } from './ld-query';
import { isDateText, isTimeText } from './ld-time';
import { parseReferenceGeometry } from './parse-ld-geo-query';
import { pathOfNames, splitNames } from './parse-ld-path';

/** One key of `orderBy`. */
export type LdOrderKey =
  | { readonly by: 'id' | 'type'; readonly descending: boolean }
  | { readonly by: 'path'; readonly path: LdPath; readonly descending: boolean }
  /** The distance of a GeoProperty to the reference geometry. */
  | { readonly by: 'distance'; readonly geoproperty: string; readonly descending: boolean };

/** `orderBy` with what goes with it (GS CIM 009 §4.23). It is plain data. */
export interface LdOrdering {
  readonly keys: readonly LdOrderKey[];
  /** BCP 47; absent: the root collation. */
  readonly collation?: string;
  /** Of the keys by distance. */
  readonly from?: JsonObject;
}

/** Order members as they came; absent ones undefined. */
export interface LdOrderMembers {
  readonly orderBy?: readonly string[];
  readonly collation?: string;
  /** Coordinates of the reference geometry, parsed JSON. */
  readonly orderFrom?: JsonValue;
  /** Its type; Point without it. */
  readonly orderGeometry?: string;
}

const orderFault = (detail: string) => badRequestData('Invalid orderBy', detail);

const DIRECTIONS = new Map([
  ['asc', { isDistance: false, descending: false }],
  ['desc', { isDistance: false, descending: true }],
  ['dist-asc', { isDistance: true, descending: false }],
  ['dist-desc', { isDistance: true, descending: true }],
]);

/**
 * Reads an order.
 *
 *     key := path [";" ("asc" | "desc" | "dist-asc" | "dist-desc")]
 *
 * @returns undefined where `orderBy` is not given
 * @throws NgsiLdFault  BadRequestData
 */
export function parseLdOrdering(members: LdOrderMembers, expand: ExpandName): LdOrdering | undefined {
  const { orderBy, collation, orderFrom, orderGeometry } = members;
  if (orderBy === undefined) {
    if (collation !== undefined || orderFrom !== undefined || orderGeometry !== undefined)
      throw orderFault('collation, orderFrom and orderGeometry stand only with orderBy');
    return undefined;
  }
  checkValues(orderBy.length, 'orderBy');
  const keys = orderBy.map((text) => parseKey(text, expand));
  checkCollation(collation);
  const isByDistance = keys.some(({ by }) => by === 'distance');
  if (isByDistance && orderFrom === undefined) throw orderFault('an order by distance needs orderFrom');
  const from =
    orderFrom === undefined ? undefined : parseReferenceGeometry(orderGeometry ?? 'Point', orderFrom);
  if (orderFrom === undefined && orderGeometry !== undefined)
    throw orderFault('orderGeometry stands only with orderFrom');
  return { keys, ...(collation !== undefined && { collation }), ...(from !== undefined && { from }) };
}

const KEY = /^([^;[\]]+)(?:\[([^[\]]+)\])?(?:;([^;]*))?$/;

function parseKey(text: string, expand: ExpandName): LdOrderKey {
  const parts = KEY.exec(text);
  const direction = parts === null ? undefined : DIRECTIONS.get(parts[3] ?? 'asc');
  if (parts === null || direction === undefined)
    throw orderFault(`'${text.slice(0, 80)}' is not a path with ;asc, ;desc, ;dist-asc, ;dist-desc or none`);
  const { descending, isDistance } = direction;
  const name = parts[1]!;
  if ((name === 'id' || name === 'type') && parts[2] === undefined && !isDistance)
    return { by: name, descending };
  const path = pathOfNames(splitNames(name), parts[2]?.split('.') ?? [], expand, 'orderBy');
  if (!isDistance) return { by: 'path', path, descending };
  if (path.of !== 'attribute' || path.subs.length > 0 || path.inside.length > 0 || path.member !== undefined)
    throw orderFault('a distance is that of a GeoProperty of the entity');
  return { by: 'distance', geoproperty: path.name, descending };
}

/** @throws NgsiLdFault  BadRequestData for a tag that is none of BCP 47, or of a collation that is not there */
function checkCollation(collation: string | undefined): void {
  if (collation === undefined) return;
  try {
    new Intl.Collator(collation);
  } catch {
    throw orderFault(`collation ${collation.slice(0, 80)} is not a language tag`);
  }
}

/** Key that an entity is sorted by: a rank by type of value, then a value of that type. */
interface SortValue {
  readonly rank: number;
  readonly value: number | string;
}

/** Numbers, strings, objects, arrays, booleans, times, dates, date-times, null; what is missing comes last. */
const RANK = {
  number: 0,
  string: 1,
  object: 2,
  array: 3,
  boolean: 4,
  time: 5,
  date: 6,
  dateTime: 7,
  null: 8,
  missing: 9,
} as const;

const MISSING: SortValue = { rank: RANK.missing, value: 0 };

/** Makes the keys that entities are sorted by, and the order of two lists of keys. Sort stably. */
export interface LdSorter {
  keysOf(entity: Entity): readonly SortValue[];
  compare(a: readonly SortValue[], b: readonly SortValue[]): number;
}

/** Makes the order of entities. What is missing is last, also in a descending order. */
export function compileLdOrdering({ keys, collation, from }: LdOrdering): LdSorter {
  const collator = new Intl.Collator(collation ?? 'und');
  const readers = keys.map((key) => keyReader(key, from));
  return {
    keysOf: (entity) => readers.map((read) => read(entity)),
    compare: (a, b) => {
      for (const [at, { descending }] of keys.entries()) {
        const [left, right] = [a[at]!, b[at]!];
        if (left.rank === RANK.missing || right.rank === RANK.missing) {
          if (left.rank !== right.rank) return left.rank - right.rank;
          continue;
        }
        const order = sortOrder(left, right, collator);
        if (order !== 0) return descending ? -order : order;
      }
      return 0;
    },
  };
}

function sortOrder(a: SortValue, b: SortValue, collator: Intl.Collator): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (typeof a.value === 'string') return collator.compare(a.value, b.value as string);
  return a.value - (b.value as number);
}

function keyReader(key: LdOrderKey, from: JsonObject | undefined): (entity: Entity) => SortValue {
  switch (key.by) {
    case 'id':
      return (entity) => ({ rank: RANK.string, value: entity.id });
    case 'type':
      return (entity) => ({ rank: RANK.string, value: entity.type });
    case 'distance': {
      const distance = from === undefined ? () => undefined : compileGeometryDistance(from);
      return (entity) => {
        const metres = geometriesIn(entity, key.geoproperty)
          .map(distance)
          .filter((one) => one !== undefined);
        return metres.length === 0 ? MISSING : { rank: RANK.number, value: Math.min(...metres) };
      };
    }
    case 'path':
      return (entity) => pathValue(entity, key.path);
  }
}

/** The value of the default instance, or of the first. */
function pathValue(entity: Entity, path: LdPath): SortValue {
  if (path.of === 'entity') {
    const seconds = {
      createdAt: entity.creDate,
      modifiedAt: entity.modDate,
      expiresAt: entity.expiresAtMs,
    }[path.time];
    return seconds === undefined ? MISSING : { rank: RANK.dateTime, value: seconds };
  }
  let instance: Metadata | undefined = entity.attrs.get(path.name);
  for (const name of path.subs) instance = instance?.metadata?.get(name);
  if (instance === undefined) return MISSING;
  if (path.member !== undefined) return memberValue(instance, path.member);
  let value: JsonValue | undefined = instance.value;
  if (path.inside.length === 0) {
    if (isDateTimeType(instance.type) && typeof value === 'number') return { rank: RANK.dateTime, value };
    if (kindOf(instance) === 'LanguageProperty' && isJsonObject(value))
      value = value.get('@none') ?? [...value.values()][0];
  }
  for (const key of path.inside) value = isJsonObject(value) ? value.get(key) : undefined;
  return sortValue(value);
}

function memberValue(instance: Metadata, member: string): SortValue {
  const seconds = { createdAt: instance.creDate, modifiedAt: instance.modDate }[member];
  if (seconds !== undefined) return { rank: RANK.dateTime, value: seconds };
  const item = instance.metadata?.get(member);
  if (item !== undefined && isDateTimeType(item.type) && typeof item.value === 'number')
    return { rank: RANK.dateTime, value: item.value };
  return sortValue(item?.value ?? { datasetId: instance.datasetId, expiresAt: instance.expiresAt }[member]);
}

function sortValue(value: JsonValue | undefined): SortValue {
  if (value === undefined) return MISSING;
  if (value === null) return { rank: RANK.null, value: 0 };
  if (typeof value === 'number') return { rank: RANK.number, value };
  if (typeof value === 'boolean') return { rank: RANK.boolean, value: value ? 1 : 0 };
  if (isJsonArray(value)) return { rank: RANK.array, value: value.length };
  if (typeof value !== 'string') return { rank: RANK.object, value: 0 };
  const seconds = readDateTime(value);
  if (seconds !== undefined) return { rank: RANK.dateTime, value: seconds };
  if (isDateText(value)) return { rank: RANK.date, value };
  return { rank: isTimeText(value) ? RANK.time : RANK.string, value };
}
