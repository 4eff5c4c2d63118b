import type { JsonObject } from '../json/json-value';
import { isJsonObject } from '../json/plain-json';
import { geometryOf, isLocationType } from '../values/location';
import type { Attribute, Metadata } from './entity';

const GEO_PROPERTY = 'GeoProperty';
const GEO_JSON = 'geo:json';

/**
 * The geometry that an instance of a GeoProperty stands for, whichever protocol wrote it. One that NGSI-LD wrote may be a
 * polygon that crosses itself, which no index of MongoDB takes.
 */
export function geometryOfInstance({
  kind,
  type,
  value,
}: Pick<Metadata, 'kind' | 'type' | 'value'>): JsonObject | undefined {
  if (kind === undefined ? !isLocationType(type) && type !== GEO_PROPERTY : kind !== GEO_PROPERTY)
    return undefined;
  const geometry = geometryOf({ type: isLocationType(type) ? type : GEO_JSON, value });
  return geometry ?? (kind === GEO_PROPERTY && isJsonObject(value) ? value : undefined);
}

/** The geometries of all instances of an attribute, in their order. */
export function geometriesOf(attribute: Attribute): readonly JsonObject[] {
  const first = geometryOfInstance(attribute);
  const others = attribute.instances?.map(geometryOfInstance) ?? [];
  return [first, ...others].filter((geometry) => geometry !== undefined);
}
