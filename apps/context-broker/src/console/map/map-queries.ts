import type { EntityQuery, GeoQuery } from '@smart-city/context';
import type { Bounds } from './map-view';

/** Wider, and the shortest way between two corners is not along the edge of the map. */
const WIDEST_BOX = 90;
const LAST_LATITUDE = 89.9;

/** Every location is disjoint from the south pole. */
export const ANYWHERE: GeoQuery = { georel: 'disjoint', geometry: { kind: 'point', position: [0, -90] } };

/** Where hardly anything is: asked only to hear whether the store has geographical queries. */
export const SOME_SPOT: GeoQuery = {
  georel: 'intersects',
  geometry: { kind: 'box', southWest: [0, -89.2], northEast: [0.1, -89.1] },
};

export const queryOf = (type: string, geo: GeoQuery | undefined, limit: number): EntityQuery => ({
  selectors: type === '' ? [] : [{ types: [type] }],
  ...(geo && { geo }),
  orderBy: [],
  limit,
  offset: 0,
  count: false,
});

/** Where bounds are too wide for a box: everywhere. */
export function areaOf({ west, south, east, north }: Bounds): GeoQuery {
  if (east - west > WIDEST_BOX) return ANYWHERE;
  const latitude = (degrees: number) => Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, degrees));
  return {
    georel: 'intersects',
    geometry: {
      kind: 'box',
      southWest: [Math.max(-180, west), latitude(south)],
      northEast: [Math.min(180, east), latitude(north)],
    },
  };
}
