import type { GeoQuery, Position, QueryGeometry } from '@smart-city/context';

/** Renders the three parameters so that parsing gives the same query. */
export function renderGeoQuery(query: GeoQuery): { georel: string; geometry: string; coords: string } {
  return {
    georel: renderGeorel(query),
    geometry: query.geometry.kind,
    coords: positionsOf(query.geometry).map(renderPosition).join(';'),
  };
}

function renderGeorel(query: GeoQuery): string {
  if (query.georel !== 'near') return query.georel;
  const max = query.maxDistanceM === undefined ? [] : [`maxDistance:${query.maxDistanceM}`];
  const min = query.minDistanceM === undefined ? [] : [`minDistance:${query.minDistanceM}`];
  return ['near', ...max, ...min].join(';');
}

const renderPosition = ([lon, lat]: Position) => `${lat},${lon}`;

/** Those of a box are its south-west and north-east corners. */
function positionsOf(geometry: QueryGeometry): readonly Position[] {
  switch (geometry.kind) {
    case 'point':
      return [geometry.position];
    case 'box':
      return [geometry.southWest, geometry.northEast];
    default:
      return geometry.positions;
  }
}
