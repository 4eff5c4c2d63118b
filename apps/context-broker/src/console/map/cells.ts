import type { EntityGroup } from '@smart-city/context';
import { placeOfCell, type CountedPlace } from './counted-place';
import type { Bounds } from './map-view';

export const WORLD: Bounds = { west: -180, south: -90, east: 180, north: 90 };
/** Cells that a map is made of, about. */
export const MOST_CELLS = 4_000;
/** Some metres: a hundredth of the closest map. */
const SMALLEST_CELL = 0.00005;

/** The width of cells, in degrees, of which so many fill these bounds. */
export function cellWidth({ west, south, east, north }: Bounds, cells: number): number {
  return Math.max(SMALLEST_CELL, Math.sqrt(((east - west) * (north - south)) / cells));
}

/** What a group of cells, or of cells and types, is on the map. @param type  of all of them, where groups have none */
export function cellOfGroup({ keys, values }: EntityGroup, type: string | undefined): CountedPlace {
  const [west, south, east, north] = keys[0] as readonly [number, number, number, number];
  const own = keys[1];
  return placeOfCell({ west, south, east, north }, values[0] ?? 0, typeof own === 'string' ? own : type);
}

/** What has all of these cells in it. @param places  of cells, not empty */
export function extentOf(places: readonly CountedPlace[]): Bounds {
  return places.reduce<Bounds>(
    (all, { cell, lon, lat }) => ({
      west: Math.min(all.west, cell?.west ?? lon),
      south: Math.min(all.south, cell?.south ?? lat),
      east: Math.max(all.east, cell?.east ?? lon),
      north: Math.max(all.north, cell?.north ?? lat),
    }),
    { west: 180, south: 90, east: -180, north: -90 },
  );
}

/** True when a closer look at the inner bounds shows more than it costs. */
export const isMuchSmaller = (inner: Bounds, outer: Bounds): boolean =>
  inner.east - inner.west < (outer.east - outer.west) / 4 &&
  inner.north - inner.south < (outer.north - outer.south) / 4;
