import { Double, type Document } from 'mongodb';
import { badRequest, encodeName, geoJsonOf, type GeoQuery, type Position } from '@smart-city/context';
import { storedValue } from './entity-document';

/** The equatorial radius that MongoDB's spherical operators use. */
const EARTH_RADIUS_M = 6_378_100;

/** A circle on the sphere, for what is wholly within it. */
export const circle = (centre: Position, radiusM: number): Document => ({
  $geoWithin: { $centerSphere: [storedValue(centre), new Double(radiusM / EARTH_RADIUS_M)] },
});

/** So that neither lists nor the legacy pairs of MongoDB are taken for geometries. */
const GEOMETRIES = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
];

/**
 * Geo queries about an attribute as MongoDB filters, for finding and counting: it is the location, or its value of type
 * `geo:json` is a geometry, a Feature or a FeatureCollection of one. No index has to be there.
 *
 * @throws NgsiError  400 for what MongoDB answers by an index only, or wrongly where a value is no geometry
 */
export function attributeGeoFilter(query: GeoQuery, attribute: string): Document {
  const relation = relationOf(query);
  const field = `attrs.${encodeName(attribute)}`;
  const value = `${field}.value`;
  const geoJson = (type: unknown, path: string): Document => ({
    [`${field}.type`]: { $in: ['geo:json', 'GeoProperty'] },
    [`${value}.type`]: type,
    [path]: relation,
  });
  return {
    $or: [
      { 'location.attrName': attribute, 'location.coords': relation },
      geoJson({ $in: GEOMETRIES }, value),
      geoJson('Feature', `${value}.geometry`),
      {
        ...geoJson('FeatureCollection', `${value}.features.0.geometry`),
        [`${value}.features`]: { $size: 1 },
      },
    ],
  };
}

function relationOf(query: GeoQuery): Document {
  switch (query.georel) {
    case 'near':
      return nearRelation(query);
    case 'coveredBy':
      return { $geoWithin: { $geometry: storedValue(geoJsonOf(query.geometry)) } };
    case 'intersects':
      return { $geoIntersects: { $geometry: storedValue(geoJsonOf(query.geometry)) } };
    case 'equals':
      return { $eq: storedValue(geoJsonOf(query.geometry)) };
    case 'disjoint':
      // What is no geometry would be among what does not intersect.
      throw notOnMongo('georel /disjoint/');
  }
}

function nearRelation({
  geometry: { position },
  maxDistanceM,
  minDistanceM,
}: GeoQuery & { readonly georel: 'near' }): Document {
  if (maxDistanceM === undefined) throw notOnMongo('georel /near/ without maxDistance');
  return {
    ...circle(position, maxDistanceM),
    ...(minDistanceM === undefined ? {} : { $not: circle(position, minDistanceM) }),
  };
}

export const notOnMongo = (what: string) =>
  badRequest(`${what} cannot be used together with geoproperty on MongoDB`);
