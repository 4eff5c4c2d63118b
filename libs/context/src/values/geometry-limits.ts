import { badRequest } from '../errors';
import type { JsonObject, JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';

/** Bounds of the corners of geometries. */
export interface GeometryLimits {
  /** In the `coords` of one query or subscription. */
  readonly queryCorners: number;
  /** In the location of one entity. */
  readonly locationCorners: number;
}

let limits: GeometryLimits = { queryCorners: 1_000, locationCorners: 10_000 };

/** Sets the bounds for the whole process. It is called once, before anything is parsed. */
export function limitGeometries(chosen: GeometryLimits): void {
  limits = chosen;
}

/**
 * Counts the corners of `coords` before the text is split.
 *
 * @param text   positions between semicolons
 * @param fault  makes the error that is thrown
 * @throws what `fault` makes, for more corners than `-queryCorners` allows
 */
export function checkCoordsLength(text: string, fault: (text: string) => Error): void {
  let corners = 1;
  for (let at = text.indexOf(';'); at !== -1; at = text.indexOf(';', at + 1))
    if ((corners += 1) > limits.queryCorners)
      throw fault(`too many corners in coords, max supported: ${limits.queryCorners}, by -queryCorners`);
}

const holdsMore = (part: JsonValue) => isJsonArray(part) || isJsonObject(part);

/**
 * Counts the corners of a GeoJSON geometry before its rings are checked.
 *
 * @throws BadRequest  it has more corners than `-locationCorners` allows
 */
export function checkGeometrySize(geometry: JsonObject): void {
  let left = limits.locationCorners;
  const waiting: JsonValue[] = [geometry];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (isJsonObject(item)) waiting.push(item.get('coordinates') ?? item.get('geometries') ?? null);
    else if (isJsonArray(item) && item.some(holdsMore)) for (const part of item) waiting.push(part);
    else if ((left -= 1) < 0)
      throw badRequest(
        `too many corners in a location, max supported: ${limits.locationCorners}, by -locationCorners`,
      );
  }
}
