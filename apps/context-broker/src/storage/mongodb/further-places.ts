import {
  geometriesOf,
  geometryOfInstance,
  isIndexableGeometry,
  type Entity,
  type JsonObject,
} from '@smart-city/context';

/** A geometry of an entity beside the one in `location`, and the attribute it belongs to. */
export interface FurtherPlace {
  readonly name: string;
  readonly geometry: JsonObject;
}

/** All geometries of an entity that are not in `location` and that an index takes: of attributes that NGSI-LD wrote. */
export function furtherPlaces({ attrs, location }: Entity): readonly FurtherPlace[] {
  const places: FurtherPlace[] = [];
  for (const [name, attribute] of attrs) {
    if (attribute.kind === undefined) continue;
    const isLocation = location?.attrName === name && geometryOfInstance(attribute) !== undefined;
    const geometries = geometriesOf(attribute);
    for (const geometry of isLocation ? geometries.slice(1) : geometries)
      if (isIndexableGeometry(geometry)) places.push({ name, geometry });
  }
  return places;
}
