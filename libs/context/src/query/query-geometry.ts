import type { JsonValue } from '../json/json-value';
import type { Position, QueryGeometry } from './geo-query';

/** The positions that `coords` lists: those of a box are its south-west and north-east corners. */
export function positionsOf(geometry: QueryGeometry): readonly Position[] {
  switch (geometry.kind) {
    case 'point':
      return [geometry.position];
    case 'box':
      return [geometry.southWest, geometry.northEast];
    default:
      return geometry.positions;
  }
}

/**
 * The GeoJSON geometry (longitude first) that a query geometry stands for; a box is a closed polygon, anticlockwise
 * from its south-west corner, as the original sends it to the database.
 */
export function geoJsonOf(geometry: QueryGeometry): JsonValue {
  switch (geometry.kind) {
    case 'point':
      return geoJson('Point', geometry.position);
    case 'line':
      return geoJson('LineString', geometry.positions);
    case 'polygon':
      return geoJson('Polygon', [geometry.positions]);
    case 'box':
      return geoJson('Polygon', [boxRing(geometry.southWest, geometry.northEast)]);
  }
}

const boxRing = ([west, south]: Position, [east, north]: Position): readonly Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

const geoJson = (type: string, coordinates: JsonValue): JsonValue =>
  new Map<string, JsonValue>([
    ['type', type],
    ['coordinates', coordinates],
  ]);
