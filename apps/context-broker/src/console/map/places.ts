import { isJsonArray, isJsonObject, type Entity, type JsonValue } from '@smart-city/context';

/** Where an entity is. Degrees. */
export interface MapPlace {
  readonly id: string;
  readonly type: string;
  readonly servicePath: string;
  readonly lon: number;
  readonly lat: number;
}

/** Of a line or an area its first position. Undefined for an entity without a location. */
export function placeOf({ id, type, servicePath, location }: Entity): MapPlace | undefined {
  const coordinates = isJsonObject(location?.coords) ? location.coords.get('coordinates') : undefined;
  const [lon, lat] = firstPosition(coordinates) ?? [];
  return lon === undefined || lat === undefined ? undefined : { id, type, servicePath, lon, lat };
}

/** The first position of a geometry, however deep it lies. */
function firstPosition(coordinates: JsonValue | undefined): readonly [number, number] | undefined {
  let at = coordinates;
  while (isJsonArray(at) && isJsonArray(at[0])) at = at[0];
  if (!isJsonArray(at) || typeof at[0] !== 'number' || typeof at[1] !== 'number') return undefined;
  return [at[0], at[1]];
}
