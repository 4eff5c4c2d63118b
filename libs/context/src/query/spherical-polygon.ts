import {
  angleToEdge,
  cross,
  dot,
  edgeNormal,
  normalize,
  toVector,
  TOUCH_RADIANS,
  type Vector,
} from './sphere';
import type { Position } from './geo-query';

/** A ring of vertices without the closing one, its inside (the smaller part of the sphere) to the left. */
export type Ring = readonly Vector[];

/** The outer ring, then holes. */
export type SphericalPolygon = readonly Ring[];

/** Makes a ring of closed positions; repeated vertices are dropped. Undefined when fewer than three remain. */
export function toRing(positions: readonly Position[]): Ring | undefined {
  const vertices = positions
    .map(toVector)
    .filter((vertex, index, all) => index === 0 || !sameVector(vertex, all[index - 1] as Vector));
  while (vertices.length > 1 && sameVector(vertices[0] as Vector, vertices[vertices.length - 1] as Vector))
    vertices.pop();
  if (vertices.length < 3) return undefined;
  return turningAngle(vertices) < 0 ? vertices.reverse() : vertices;
}

const sameVector = (a: Vector, b: Vector) => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

/** Sum of the turns at the vertices: 2π minus the area on the left (Gauss and Bonnet). */
function turningAngle(vertices: readonly Vector[]): number {
  const count = vertices.length;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    const before = vertices[index] as Vector;
    const vertex = vertices[(index + 1) % count] as Vector;
    const after = vertices[(index + 2) % count] as Vector;
    const arriving = normalize(edgeNormal(before, vertex));
    const leaving = normalize(edgeNormal(vertex, after));
    sum += Math.atan2(dot(vertex, cross(arriving, leaving)), dot(arriving, leaving));
  }
  return sum;
}

/** Calls back for every edge; stops at, and tells of, the first true. */
export function someEdge(ring: Ring, test: (a: Vector, b: Vector) => boolean): boolean {
  for (let index = 0; index < ring.length; index++) {
    if (test(ring[index] as Vector, ring[(index + 1) % ring.length] as Vector)) return true;
  }
  return false;
}

const isOnRing = (ring: Ring, point: Vector) =>
  someEdge(ring, (a, b) => angleToEdge(point, a, b) <= TOUCH_RADIANS);

/**
 * Whether a point off the ring is inside it. Seen from a point inside, the ring goes once round anticlockwise; from
 * outside, not round at all, or (when the ring lies round the opposite point) clockwise. From a point whose opposite is
 * inside as well it does not go round either.
 */
function ringGoesRound(ring: Ring, point: Vector): boolean {
  let sum = 0;
  someEdge(ring, (a, b) => {
    sum += Math.atan2(dot(point, cross(a, b)), dot(cross(point, a), cross(point, b)));
    return false;
  });
  return sum > Math.PI || (sum > -Math.PI && isWide(ring) && holdsOpposite(ring, point));
}

/** Whether some vertex is a quarter of the way round the sphere or more from the first: else no opposites are inside. */
export const isWide = (ring: Ring) => ring.some((vertex) => dot(vertex, ring[0] as Vector) <= 0);

/**
 * Whether the opposite of a point is inside: triangles from the point to all edges then cover the outside instead of the
 * inside, so their areas sum up to a whole sphere less.
 */
export function holdsOpposite(ring: Ring, point: Vector): boolean {
  let sum = 0;
  someEdge(ring, (a, b) => {
    sum += 2 * Math.atan2(dot(point, cross(a, b)), 1 + dot(a, b) + dot(b, point) + dot(point, a));
    return false;
  });
  return sum < -turningAngle(ring);
}

/** Whether the polygon holds a point; its boundary belongs to it, that of holes too. */
export function polygonContains(polygon: SphericalPolygon, point: Vector): boolean {
  const [outer, ...holes] = polygon;
  if (outer === undefined) return false;
  if (polygon.some((ring) => isOnRing(ring, point))) return true;
  return ringGoesRound(outer, point) && !holes.some((hole) => ringGoesRound(hole, point));
}
