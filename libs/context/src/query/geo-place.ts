import type { JsonObject, JsonValue } from '../json/json-value';
import { isJsonObject } from '../json/plain-json';
import type { Entity } from '../model/entity';
import { geometryOf } from '../values/location';
import type { GeoTarget } from './geo-query';

/**
 * The geometry of an entity that a geo query is about. An attribute has one when it is the location, or of type `geo:json` with
 * a value that a location could have: the metadata `ignoreType` does not count.
 *
 * @returns undefined for an entity that no geo query about it selects
 */
export const geometryAt = (
  { attribute }: GeoTarget,
  { attrs, location }: Pick<Entity, 'attrs' | 'location'>,
): JsonValue | undefined => {
  if (attribute === undefined || location?.attrName === attribute) return location?.coords;
  const found = attrs.get(attribute);
  return found?.type === GEO_JSON ? geoJsonGeometry(found.value) : undefined;
};

const GEO_JSON = 'geo:json';

/** Of values in memory: whether a large one is a valid geometry is work that many subscriptions would do again. */
const known = new WeakMap<JsonObject, { readonly geometry: JsonObject | undefined }>();

/** The geometry of a value of type `geo:json`: itself, or that of a Feature; undefined where a location could not have it. */
export function geoJsonGeometry(value: JsonValue): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  let found = known.get(value);
  if (found === undefined) known.set(value, (found = { geometry: geometryOf({ type: GEO_JSON, value }) }));
  return found.geometry;
}
