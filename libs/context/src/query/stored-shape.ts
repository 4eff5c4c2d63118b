import type { JsonObject, JsonValue } from '../json/json-value';
import { isJsonObject } from '../json/plain-json';
import { geoShapeOf } from './geo-shape';
import { prepareShape, type PreparedShape } from './prepared-shape';

/** Cache of geometries in memory: many subscriptions ask about the same one. */
const known = new WeakMap<JsonObject, { readonly shape: PreparedShape | undefined }>();

/** The shape of a GeoJSON geometry, made ready to be compared; undefined for what is none. */
export function preparedOf(geometry: JsonValue): PreparedShape | undefined {
  if (!isJsonObject(geometry)) return undefined;
  let found = known.get(geometry);
  if (found === undefined) {
    const shape = geoShapeOf(geometry);
    known.set(geometry, (found = { shape: shape && prepareShape(shape) }));
  }
  return found.shape;
}
