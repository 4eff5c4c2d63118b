import {
  DEFAULT_ENTITY_TYPE,
  type Entity,
  type EntityLocation,
  geometryOf,
  isLocation,
  renderJson,
  renderString,
} from '@smart-city/context';
import { renderBareValue } from './render-attribute';
import { renderKey } from './render-value';
import { selectAttributes, type RenderOptions } from './select-attributes';

/**
 * Writes an entity as a Feature of GeoJSON (RFC 7946): its location is the geometry, `null` where it has none; its type and the values of
 * its other attributes are the properties.
 */
export function renderFeature(entity: Entity, options: RenderOptions = {}): string {
  const location = shownLocation(entity);
  const type = entity.type === '' ? DEFAULT_ENTITY_TYPE : entity.type;
  let properties = `"type":${renderString(type)}`;
  for (const [name, attribute] of selectAttributes(entity, options))
    if (name !== location?.attrName) properties += `,${renderKey(name)}${renderBareValue(attribute)}`;
  const geometry = location === undefined ? 'null' : renderJson(location.coords);
  return `{"type":"Feature","id":${renderString(entity.id)},"geometry":${geometry},"properties":{${properties}}}`;
}

/** The location in the index; of an entity that has none there, as those of providers, its first attribute that is one. */
function shownLocation({ location, attrs }: Entity): EntityLocation | undefined {
  if (location !== undefined) return location;
  for (const [attrName, attribute] of attrs) {
    const coords = isLocation(attribute) ? geometryOf(attribute) : undefined;
    if (coords !== undefined) return { attrName, coords };
  }
  return undefined;
}
