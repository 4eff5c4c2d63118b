import type { JsonValue } from '../json/json-value';
import type { Entity } from '../model/entity';
import { sortKey, sortKeyOrder } from './sort-key';
import { distanceTo } from './compile-geo-query';
import type { OrderKey } from './entity-query';
import { geometryAt } from './geo-place';
import type { GeoQuery } from './geo-query';

export type EntityOrder = (a: Entity, b: Entity) => number;

/**
 * Makes the order of a query's answer: that of MongoDB, without tie-breaker (sort stably). No keys: creation date.
 * The key `distance` without `near` leaves the order as it is.
 */
export function compareEntities(orderBy: readonly OrderKey[], geo?: GeoQuery): EntityOrder {
  const near = geo?.georel === 'near' ? geo : undefined;
  const keys = orderBy.length === 0 ? BY_CREATION : orderBy;
  const orders = keys.map((key) => keyOrder(key, near));
  return (a, b) => {
    for (const order of orders) {
      const result = order(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };
}

const BY_CREATION: readonly OrderKey[] = [{ by: 'dateCreated', descending: false }];

function keyOrder(key: OrderKey, near: (GeoQuery & { readonly georel: 'near' }) | undefined): EntityOrder {
  if (key.by === 'distance') return near === undefined ? () => 0 : distanceOrder(near);
  const sign = key.descending ? -1 : 1;
  const read = memoized((entity) => sortKey(valueOf(entity, key), key.descending));
  return (a, b) => sign * sortKeyOrder(read(a), read(b));
}

function distanceOrder(near: GeoQuery & { readonly georel: 'near' }): EntityOrder {
  const distance = distanceTo(near.geometry.position);
  const read = memoized((entity) => {
    const place = geometryAt(near, entity);
    return (place === undefined ? undefined : distance(place)) ?? Infinity;
  });
  return (a, b) => {
    const [left, right] = [read(a), read(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}

/** A sort asks for the same entity many times. */
function memoized<T>(read: (entity: Entity) => T): (entity: Entity) => T {
  const known = new WeakMap<Entity, { readonly key: T }>();
  return (entity) => {
    let found = known.get(entity);
    if (found === undefined) known.set(entity, (found = { key: read(entity) }));
    return found.key;
  };
}

function valueOf(entity: Entity, key: Exclude<OrderKey, { by: 'distance' }>): JsonValue | undefined {
  switch (key.by) {
    case 'id':
    case 'type':
    case 'servicePath':
      return entity[key.by];
    case 'dateCreated':
      return entity.creDate;
    case 'dateModified':
      return entity.modDate;
    case 'attribute':
      // The database is asked for the name as it stands, and stores names with dots in another form.
      return key.name.includes('.') ? undefined : entity.attrs.get(key.name)?.value;
  }
}
