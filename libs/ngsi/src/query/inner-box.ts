import { DEGREES, MARGIN_DEGREES, type BoundingBox } from './bounding-box';
import type { GeoQuery } from './geo-query';

/** Wider, and a box is better looked at edge by edge. */
const WIDEST_INNER_BOX = 90;
const LAST_INNER_LATITUDE = 89;

/**
 * A box of parallels and meridians whose every point matches, so that points inside it need no closer look: what
 * `intersects` asks of a box, without the strip over which its geodesic edge on the side of the equator bulges.
 *
 * @returns undefined where there is none, or none so simple
 */
export function queryInnerBox({ georel, geometry }: GeoQuery): BoundingBox | undefined {
  if (georel !== 'intersects' || geometry.kind !== 'box') return undefined;
  const [west, south] = geometry.southWest;
  const [east, north] = geometry.northEast;
  const width = east - west;
  const isSimple = width > 0 && width <= WIDEST_INNER_BOX && west >= -180 && east <= 180 && south < north;
  if (!isSimple || Math.max(Math.abs(south), Math.abs(north)) > LAST_INNER_LATITUDE) return undefined;
  const box = {
    minLon: west + MARGIN_DEGREES,
    minLat: (south > 0 ? bulge(south, width) : south) + MARGIN_DEGREES,
    maxLon: east - MARGIN_DEGREES,
    maxLat: (north < 0 ? bulge(north, width) : north) - MARGIN_DEGREES,
  };
  return box.minLon < box.maxLon && box.minLat < box.maxLat ? box : undefined;
}

/** Latitude of the middle of an edge between two points of one latitude. Degrees. */
const bulge = (latitude: number, width: number): number =>
  Math.atan(Math.tan(latitude / DEGREES) / Math.cos(width / 2 / DEGREES)) * DEGREES;
