import type { Document, Sort } from 'mongodb';
import type { Entity, EntityQuery, OrderKey, OrderPosition } from '@smart-city/context';
import { checkCursor, checkedPosition, noCursor } from '../position';

/** What pages with a cursor are ordered by here: values that are all numbers, or all texts. */
type BuiltinKey = Extract<
  OrderKey,
  { readonly by: 'id' | 'type' | 'dateCreated' | 'dateModified' | 'servicePath' }
>;

const PATHS = {
  id: '_id.id',
  type: '_id.type',
  servicePath: '_id.servicePath',
  dateCreated: 'creDate',
  dateModified: 'modDate',
} as const;

const VALUES = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  servicePath: ({ servicePath }) => servicePath,
  dateCreated: ({ creDate }) => creDate,
  dateModified: ({ modDate }) => modDate,
} as const satisfies Record<BuiltinKey['by'], (entity: Entity) => string | number>;

const IDENTITY = ['id', 'type', 'servicePath'] as const;

/**
 * The order of pages with a cursor: the one that was asked for, creation date without one, and the entities of a tie by what
 * names them.
 *
 * @throws NgsiError  400 for an order by attributes, whose values of several types MongoDB compares in one order and finds in another
 */
function keysOf(query: EntityQuery): readonly BuiltinKey[] {
  checkCursor(query);
  const asked =
    query.orderBy.length === 0 ? [{ by: 'dateCreated', descending: false } as const] : query.orderBy;
  const keys = asked.filter((key): key is BuiltinKey => key.by !== 'attribute' && key.by !== 'distance');
  if (keys.length < asked.length) throw noCursor('on MongoDB not by attributes');
  const rest = IDENTITY.filter((by) => !keys.some((key) => key.by === by));
  return [...keys, ...rest.map((by) => ({ by, descending: false }))];
}

export const positionSort = (query: EntityQuery): Sort =>
  keysOf(query).map(({ by, descending }): [string, 1 | -1] => [PATHS[by], descending ? -1 : 1]);

export const positionOf = (query: EntityQuery, entity: Entity): OrderPosition =>
  keysOf(query).map(({ by }) => VALUES[by](entity));

/** The entities behind the query's position. @throws NgsiError  400 for a position of another order */
export function positionClauses(query: EntityQuery): readonly Document[] {
  const after = query.cursor?.after;
  if (after === undefined) return [];
  const keys = keysOf(query);
  const values = checkedPosition(
    after,
    keys.map(({ by }) => (by === 'dateCreated' || by === 'dateModified' ? 'number' : 'string')),
  );
  const branches = keys.map(({ by, descending }, at) => ({
    ...Object.fromEntries(keys.slice(0, at).map((key, n) => [PATHS[key.by], isSame(values[n])])),
    [PATHS[by]]: { [descending ? '$lt' : '$gt']: values[at] },
  }));
  // The first once more, so that an index on it is entered where the page begins.
  const [first] = keys;
  return [{ [PATHS[first!.by]]: { [first!.descending ? '$lte' : '$gte']: values[0] } }, { $or: branches }];
}

/** Very old documents have no type or service path, which reads as the empty text. */
const isSame = (value: unknown) => (value === '' ? { $in: [null, ''] } : value);
