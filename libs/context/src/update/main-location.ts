import type { Attribute, AttributeMap, Entity, EntityLocation } from '../model/entity';
import { geometryOfInstance } from '../model/geometries';
import { isIndexableGeometry } from '../values/geo-json';
import { hasIgnoreType } from '../values/location';
import { valuesEqual } from '../values/values-equal';

const LOCATION = 'location';

/**
 * Which geometry is the one location of an entity that NGSI-LD wrote, the one that geo queries of NGSIv2 ask for: the
 * attribute `location`, else the one that was it before, else the first that has a geometry an index takes.
 */
export function mainLocation(attrs: AttributeMap, before: Entity | undefined): EntityLocation | undefined {
  const known = before?.location;
  for (const name of [LOCATION, known?.attrName, ...attrs.keys()]) {
    const attribute = name === undefined ? undefined : attrs.get(name);
    if (attribute === undefined) continue;
    if (known?.attrName === name && before?.attrs.get(name!) === attribute) return known;
    const coords = indexed(attribute);
    if (coords === undefined) continue;
    const stays = known?.attrName === name && valuesEqual(known!.coords, coords);
    return stays ? known : { attrName: name!, coords };
  }
  return undefined;
}

function indexed(attribute: Attribute): EntityLocation['coords'] | undefined {
  if (hasIgnoreType(attribute.metadata)) return undefined;
  const geometry = geometryOfInstance(attribute);
  return geometry !== undefined && isIndexableGeometry(geometry) ? geometry : undefined;
}
