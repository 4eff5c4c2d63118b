import {
  compileGeoQuery,
  geoJsonGeometry,
  geometryDistanceM,
  queryBoundingBox,
  type GeoQuery,
  type GeoTarget,
  type JsonValue,
} from '@smart-city/context';
import { decodeJson } from './json-document';
import { keep, type QueryFunctions } from './query-functions';
import { VALUE, allOf, type SqlCondition } from './sql-condition';
import { attributeJsonPath } from './json-paths';

type Near = GeoQuery & { readonly georel: 'near' };

/**
 * Where a place is kept: the location, or the value of the attribute that the query names, as JSON text. NULL without one; only of
 * an attribute's value it is not known that it is a geometry.
 */
function placeSql({ attribute }: GeoTarget): SqlCondition {
  if (attribute === undefined) return { sql: 'location', parameters: [] };
  const path = attributeJsonPath(attribute);
  return {
    sql: "CASE WHEN location_attr = ? THEN location WHEN json_extract(doc, ?) = 'geo:json' THEN doc -> ? END",
    parameters: [attribute, `${path}.t`, `${path}.v`],
  };
}

const geometryIn = ({ attribute }: GeoTarget, stored: JsonValue): JsonValue =>
  attribute === undefined ? stored : (geoJsonGeometry(stored) ?? null);

/** Metres from the point that `near` names; NULL of an entity without place. */
export function distanceSql(geo: Near, functions: QueryFunctions): SqlCondition {
  const { sql, parameters } = placeSql(geo);
  const n = keep(functions.distances, distanceFunction(geo));
  return { sql: `ngsi_distance(?, ${sql})`, parameters: [n, ...parameters] };
}

/** Condition and order ask for the same row's distance one after the other: it is worked out once. */
function distanceFunction(geo: Near): (place: string) => number | undefined {
  let known = '';
  let metres: number | undefined;
  return (place) => {
    if (place !== known) {
      metres = geometryDistanceM(geo.geometry.position, geometryIn(geo, decodeJson(place)));
      known = place;
    }
    return metres;
  };
}

/** @param distance  {@link distanceSql} of the query, where its order needs it too */
export function geoCondition(
  geo: GeoQuery,
  distance: SqlCondition | undefined,
  functions: QueryFunctions,
): SqlCondition {
  const place = placeSql(geo);
  if (geo.georel === 'near' && distance !== undefined) {
    const bounds = [
      ...(geo.maxDistanceM === undefined ? [] : [{ sql: '<= ?', parameters: [geo.maxDistanceM] }]),
      ...(geo.minDistanceM === undefined ? [] : [{ sql: '>= ?', parameters: [geo.minDistanceM] }]),
    ];
    // NULL is within no bounds: only without any does it have to be asked for.
    const tests = bounds.length > 0 ? bounds : [{ sql: 'IS NOT NULL', parameters: [] }];
    const measured = tests.map(({ sql, parameters }) => ({
      sql: `${distance.sql} ${sql}`,
      parameters: [...distance.parameters, ...parameters],
    }));
    return allOf([isThere(place), ...measured]);
  }
  const test = compileGeoQuery(geo);
  const n = keep(functions.geometries, (stored) => test(geometryIn(geo, stored)));
  return allOf([
    isThere(place),
    { sql: `ngsi_located(?, ${place.sql})`, parameters: [n, ...place.parameters] },
  ]);
}

const isThere = ({ sql, parameters }: SqlCondition): SqlCondition => ({
  sql: `(${sql}) IS NOT NULL`,
  parameters,
});

/** Which rows of the index of locations may match; undefined where all entities have to be looked at. */
export function boxCondition(geo: GeoQuery | undefined): SqlCondition | undefined {
  const box = geo === undefined || geo.attribute !== undefined ? undefined : queryBoundingBox(geo);
  if (box === undefined) return undefined;
  return {
    sql: `box.min_lon <= ${VALUE} AND box.max_lon >= ${VALUE} AND box.min_lat <= ${VALUE} AND box.max_lat >= ${VALUE}`,
    parameters: [box.maxLon, box.minLon, box.maxLat, box.minLat],
  };
}
