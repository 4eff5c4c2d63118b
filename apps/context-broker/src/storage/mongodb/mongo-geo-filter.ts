import { Double, type Document } from 'mongodb';
import { geoJsonOf, type GeoQuery, type Position, type QueryGeometry } from '@smart-city/context';
import { storedValue, type StoredValue } from './entity-document';
import { attributeGeoFilter, circle } from './mongo-attribute-geo-filter';

/** Geo-queries as MongoDB filters on `location.coords`. Longitude comes first, as in GeoJSON. */

const LOCATION = 'location.coords';

/** Filter for `find`; without a sort, `near` to the location also orders the result by distance. */
export function geoFilter(query: GeoQuery): Document {
  if (query.attribute !== undefined) return attributeGeoFilter(query, query.attribute);
  if (query.georel !== 'near') return areaFilter(query);
  if (!isOnGlobe(query.geometry.position)) return NOWHERE;
  return {
    [LOCATION]: {
      $nearSphere: {
        $geometry: geoJson(query.geometry),
        ...(query.maxDistanceM === undefined ? {} : { $maxDistance: new Double(query.maxDistanceM) }),
        ...(query.minDistanceM === undefined ? {} : { $minDistance: new Double(query.minDistanceM) }),
      },
    },
  };
}

/** The same set for counting, which takes no `$nearSphere`: inside the outer circle and not inside the inner one. */
export function geoCountFilter(query: GeoQuery): Document {
  if (query.attribute !== undefined) return attributeGeoFilter(query, query.attribute);
  if (query.georel !== 'near') return areaFilter(query);
  const { position } = query.geometry;
  if (!isOnGlobe(position)) return NOWHERE;
  const outer = query.maxDistanceM === undefined ? { $exists: true } : circle(position, query.maxDistanceM);
  return {
    [LOCATION]: {
      ...outer,
      ...(query.minDistanceM === undefined ? {} : { $not: circle(position, query.minDistanceM) }),
    },
  };
}

/** Nothing is near a place that does not exist; the database would refuse it. */
const NOWHERE: Document = { [LOCATION]: { $in: [] } };
const isOnGlobe = ([lon, lat]: Position): boolean => Math.abs(lon) <= 180 && Math.abs(lat) <= 90;

function areaFilter({ georel, geometry }: Exclude<GeoQuery, { readonly georel: 'near' }>): Document {
  const shape = geoJson(geometry);
  switch (georel) {
    case 'coveredBy':
      return { [LOCATION]: { $geoWithin: { $geometry: shape } } };
    case 'intersects':
      return { [LOCATION]: { $geoIntersects: { $geometry: shape } } };
    case 'disjoint':
      return { [LOCATION]: { $exists: true, $not: { $geoIntersects: { $geometry: shape } } } };
    case 'equals':
      // Equality of documents: the members' order counts, as with Orion.
      return { [LOCATION]: { $eq: shape } };
  }
}

const geoJson = (geometry: QueryGeometry): StoredValue => storedValue(geoJsonOf(geometry));
