import type { Position } from './geo-query';

/** Radius that MongoDB's sphere distances use, in metres. */
export const EARTH_RADIUS_M = 6_378_100;

/** Angle within which a point counts as on an edge: about 6 mm, near the leaf cells MongoDB decides such cases with. */
export const TOUCH_RADIANS = 1e-9;

/** A point of the unit sphere. */
export type Vector = readonly [x: number, y: number, z: number];

const RADIANS = Math.PI / 180;

export function toVector([lon, lat]: Position): Vector {
  const cosLat = Math.cos(lat * RADIANS);
  return [cosLat * Math.cos(lon * RADIANS), cosLat * Math.sin(lon * RADIANS), Math.sin(lat * RADIANS)];
}

export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const norm = (a: Vector) => Math.sqrt(dot(a, a));

export function normalize(a: Vector): Vector {
  const length = norm(a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}

/** Normal of the great circle through two points; exact to the last bits for near points too. */
export const edgeNormal = (a: Vector, b: Vector): Vector => cross(subtract(a, b), add(a, b));

/** Angle between two points, good for tiny and for large ones. */
export const angleBetween = (a: Vector, b: Vector) => Math.atan2(norm(cross(a, b)), dot(a, b));

/** Point between two points, on the shorter arc. */
export const between = (a: Vector, b: Vector, share: number): Vector =>
  normalize([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]);

/** Angle from a point to the nearest point of the shorter arc from `a` to `b`. */
export function angleToEdge(point: Vector, a: Vector, b: Vector): number {
  const normal = cross(a, b);
  const length = norm(normal);
  // The foot of the perpendicular is on the arc when the point is past `a` and before `b`.
  const pastA = dot(cross(normal, a), point) > 0;
  const beforeB = dot(cross(b, normal), point) > 0;
  if (length > 0 && pastA && beforeB)
    return Math.abs(Math.asin(Math.max(-1, Math.min(1, dot(normal, point) / length))));
  return Math.min(angleBetween(point, a), angleBetween(point, b));
}

/** Whether two arcs have a point in common, ends included. */
export function edgesMeet(a: Vector, b: Vector, c: Vector, d: Vector): boolean {
  return (
    edgesCross(a, b, c, d) ||
    angleToEdge(a, c, d) <= TOUCH_RADIANS ||
    angleToEdge(b, c, d) <= TOUCH_RADIANS ||
    angleToEdge(c, a, b) <= TOUCH_RADIANS ||
    angleToEdge(d, a, b) <= TOUCH_RADIANS
  );
}

/** Whether two arcs cross at a point inside both. */
function edgesCross(a: Vector, b: Vector, c: Vector, d: Vector): boolean {
  const ab = edgeNormal(a, b);
  const acb = -dot(ab, c);
  const bda = dot(ab, d);
  if (acb * bda <= 0) return false;
  const cd = edgeNormal(c, d);
  const cbd = -dot(cd, b);
  const dac = dot(cd, a);
  return acb * cbd > 0 && acb * dac > 0;
}

/**
 * Where the great circle of edge `c`–`d` cuts the arc `a`–`b`, as a share of the chord from `a`; undefined when it
 * runs along it or misses it.
 */
export function cutShare(a: Vector, b: Vector, c: Vector, d: Vector): number | undefined {
  const normal = edgeNormal(c, d);
  const fromA = dot(normal, a);
  const fromB = dot(normal, b);
  if (fromA === fromB) return undefined;
  const share = fromA / (fromA - fromB);
  return share > 0 && share < 1 ? share : undefined;
}
