import type { JsonValue } from '../json/json-value';
import type { GeoQuery, Position } from './geo-query';
import { geoPartsOf } from './geo-shape';
import { geoJsonOf, positionsOf } from './query-geometry';
import { edgeNormal, EARTH_RADIUS_M, normalize, toVector, type Vector } from './sphere';
import { polygonContains, toRing } from './spherical-polygon';

/** Degrees. Every longitude when a shape touches a pole or the antimeridian. */
export interface BoundingBox {
  readonly minLon: number;
  readonly minLat: number;
  readonly maxLon: number;
  readonly maxLat: number;
}

/** Room for rounding and for {@link TOUCH_RADIANS}. */
const MARGIN_DEGREES = 1e-6;
const DEGREES = 180 / Math.PI;

/**
 * A box that surely holds a GeoJSON geometry with its geodesic edges, for an R-tree: edges bulge towards the poles, and
 * shapes at a pole or across the antimeridian get every longitude.
 *
 * @returns undefined for what is no geometry
 */
export function boundingBox(geometry: JsonValue): BoundingBox | undefined {
  const parts = geoPartsOf(geometry);
  if (parts === undefined) return undefined;
  const box = new BoxBuilder();
  parts.points.forEach((point) => box.addPosition(point));
  parts.lines.forEach((line) => box.addLine(line));
  for (const [outer] of parts.polygons) if (outer !== undefined) box.addRing(outer);
  return box.build();
}

/**
 * A box outside of which no entity can match, or undefined when every location must be looked at (`disjoint`, `near`
 * without a greatest distance, or corners beyond a pole, which lie on the other side of it).
 */
export function queryBoundingBox(query: GeoQuery): BoundingBox | undefined {
  if (query.georel === 'disjoint') return undefined;
  if (query.georel !== 'near')
    return positionsOf(query.geometry).some(([, lat]) => Math.abs(lat) > 90)
      ? undefined
      : boundingBox(geoJsonOf(query.geometry));
  if (query.maxDistanceM === undefined) return undefined;
  return capBox(query.geometry.position, query.maxDistanceM / EARTH_RADIUS_M);
}

/**
 * A box outside of which nothing is so near to a GeoJSON geometry.
 *
 * @param metres  along the sphere
 * @returns undefined for what is no geometry, and where every place is so near
 */
export function surroundingBox(geometry: JsonValue, metres: number): BoundingBox | undefined {
  const box = boundingBox(geometry);
  const radius = metres / EARTH_RADIUS_M;
  const degrees = radius * DEGREES;
  if (box === undefined || degrees >= 180) return undefined;
  const [minLat, maxLat] = [box.minLat - degrees, box.maxLat + degrees];
  const cosLat = Math.cos(Math.max(Math.abs(box.minLat), Math.abs(box.maxLat)) / DEGREES);
  const half =
    minLat <= -90 || maxLat >= 90 ? Infinity : Math.asin(Math.min(1, Math.sin(radius) / cosLat)) * DEGREES;
  const [minLon, maxLon] = [box.minLon - half, box.maxLon + half];
  // Across the antimeridian a box has no east and west.
  const isWhole = !(minLon > -180 && maxLon < 180);
  return {
    minLon: isWhole ? -180 : minLon,
    maxLon: isWhole ? 180 : maxLon,
    minLat: Math.max(-90, minLat - MARGIN_DEGREES),
    maxLat: Math.min(90, maxLat + MARGIN_DEGREES),
  };
}

function capBox([lon, lat]: Position, radius: number): BoundingBox | undefined {
  const degrees = radius * DEGREES;
  if (degrees >= 180) return undefined;
  const box = new BoxBuilder();
  box.addPosition([lon, Math.min(90, lat + degrees)]);
  box.addPosition([lon, Math.max(-90, lat - degrees)]);
  if (lat + degrees >= 90 || lat - degrees <= -90) box.takeAllLongitudes();
  else {
    const half = Math.asin(Math.min(1, Math.sin(radius) / Math.cos(lat / DEGREES))) * DEGREES;
    box.addPosition([lon - half, lat]);
    box.addPosition([lon + half, lat]);
  }
  return box.build();
}

class BoxBuilder {
  private minLon = Infinity;
  private minLat = Infinity;
  private maxLon = -Infinity;
  private maxLat = -Infinity;

  addPosition([lon, lat]: Position): void {
    this.minLon = Math.min(this.minLon, lon);
    this.maxLon = Math.max(this.maxLon, lon);
    this.minLat = Math.min(this.minLat, lat);
    this.maxLat = Math.max(this.maxLat, lat);
  }

  addLine(positions: readonly Position[]): void {
    positions.forEach((position, index) => {
      this.addPosition(position);
      if (index > 0) this.addEdge(positions[index - 1] as Position, position);
    });
  }

  /** The inside too: a ring round a pole holds it, though no edge comes near. */
  addRing(positions: readonly Position[]): void {
    this.addLine(positions);
    const ring = toRing(positions);
    if (ring === undefined) return;
    for (const pole of [90, -90]) {
      if (polygonContains([ring], toVector([0, pole]))) this.addPosition([0, pole]);
    }
  }

  takeAllLongitudes(): void {
    this.minLon = -180;
    this.maxLon = 180;
  }

  /** An edge goes the short way round, maybe over the antimeridian, and may pass nearer to a pole than its ends. */
  private addEdge(a: Position, b: Position): void {
    if (Math.abs(a[0] - b[0]) >= 180 - MARGIN_DEGREES) this.takeAllLongitudes();
    const [from, to] = [toVector(a), toVector(b)];
    const normal = normalize(edgeNormal(from, to));
    const highest = Math.acos(Math.min(1, Math.abs(normal[2]))) * DEGREES;
    if (turnsInside(from, to, normal, 1)) this.maxLat = Math.max(this.maxLat, highest);
    if (turnsInside(from, to, normal, -1)) this.minLat = Math.min(this.minLat, -highest);
  }

  build(): BoundingBox | undefined {
    if (this.minLon > this.maxLon) return undefined;
    const nearPole = this.maxLat >= 90 - MARGIN_DEGREES || this.minLat <= -90 + MARGIN_DEGREES;
    // Near a pole a tiny distance spans many degrees of longitude.
    const margin =
      MARGIN_DEGREES /
      Math.max(Math.cos(Math.max(Math.abs(this.minLat), Math.abs(this.maxLat)) / DEGREES), 1e-9);
    if (nearPole || this.minLon - margin <= -180 || this.maxLon + margin >= 180) this.takeAllLongitudes();
    return {
      minLon: Math.max(-180, this.minLon - margin),
      minLat: Math.max(-90, this.minLat - MARGIN_DEGREES),
      maxLon: Math.min(180, this.maxLon + margin),
      maxLat: Math.min(90, this.maxLat + MARGIN_DEGREES),
    };
  }
}

/** Whether the arc passes the point of its great circle that is nearest to a pole (`towards`: 1 north, -1 south). */
function turnsInside(from: Vector, to: Vector, normal: Vector, towards: 1 | -1): boolean {
  // Going north at the start and south at the end (or the other way round for the south pole); z of normal × point is
  // the northward part of the direction of travel.
  const northward = (point: Vector) => normal[0] * point[1] - normal[1] * point[0];
  return towards * northward(from) >= 0 && towards * northward(to) <= 0;
}
