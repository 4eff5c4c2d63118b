import type { GeoShape } from './geo-shape';
import { GeoWork } from './geo-work';
import { chainsOf, type PreparedPolygon, type PreparedShape } from './prepared-shape';
import { angleToEdge, angleBetween, between, TOUCH_RADIANS, type Vector } from './sphere';
import { polygonContains, someEdge, type Ring } from './spherical-polygon';

/** Calls back for every edge of lines and rings; stops at, and reports, the first true. */
const someEdgeOf = (shape: GeoShape, test: (a: Vector, b: Vector) => boolean): boolean =>
  shape.lines.some((line) => someStep(line, test)) ||
  shape.polygons.some((rings) => rings.some((ring) => someEdge(ring, test)));

function someStep(line: readonly Vector[], test: (a: Vector, b: Vector) => boolean): boolean {
  for (let index = 1; index < line.length; index++)
    if (test(line[index - 1] as Vector, line[index] as Vector)) return true;
  return false;
}

/** One point of every connected piece: enough to tell whether a piece that touches no boundary lies inside. */
const witnesses = (shape: GeoShape): readonly Vector[] => [
  ...shape.points,
  ...shape.lines.map((line) => line[0] as Vector),
  ...shape.polygons.map((polygon) => polygon[0]?.[0] as Vector),
];

/** Edges of lines and rings. */
const cornersOf = (shape: GeoShape): number =>
  shape.lines.reduce((sum, line) => sum + line.length, 0) +
  shape.polygons.reduce((sum, rings) => sum + rings.reduce((all, ring) => all + ring.length, 0), 0);

/** Whether two shapes have a point in common, boundaries included. */
export function shapesIntersect(shape: GeoShape, area: PreparedShape, work = new GeoWork()): boolean {
  const isInArea = (point: Vector) => area.polygons.some((polygon) => polygon.holds(point, work));
  if (area.polygons.length > 0 && witnesses(shape).some(isInArea)) return true;
  if (shape.polygons.length > 0) {
    for (const point of witnesses(area.shape)) {
      work.take(cornersOf(shape) * 16);
      if (shape.polygons.some((polygon) => polygonContains(polygon, point))) return true;
    }
  }
  const chains = chainsOf(area);
  const { points } = area.shape;
  if (shape.points.some((point) => points.some((other) => areNear(point, other, work)))) return true;
  if (shape.points.some((point) => chains.some((chain) => chain.touches(point, work)))) return true;
  const isOnPoint = (a: Vector, b: Vector) =>
    points.some((point) => {
      work.take(8);
      return angleToEdge(point, a, b) <= TOUCH_RADIANS;
    });
  return someEdgeOf(shape, (a, b) => isOnPoint(a, b) || chains.some((chain) => chain.meets(a, b, work)));
}

function areNear(a: Vector, b: Vector, work: GeoWork): boolean {
  work.take(1);
  return angleBetween(a, b) <= TOUCH_RADIANS;
}

/** Whether `shape` lies wholly in `area`, a polygon without holes; its boundary belongs to it. */
export const shapeWithin = (shape: GeoShape, area: PreparedPolygon, work = new GeoWork()): boolean =>
  shape.points.every((point) => area.holds(point, work)) &&
  shape.lines.every((line) => lineWithin(line, area, work)) &&
  shape.polygons.every(([outer = []]) => lineWithin(closed(outer), area, work));

const closed = (ring: Ring): readonly Vector[] => [...ring, ...ring.slice(0, 1)];

/** A line that starts inside stays there until an edge of the boundary comes near. */
const lineWithin = (line: readonly Vector[], area: PreparedPolygon, work: GeoWork): boolean =>
  line[0] === undefined || (area.holds(line[0], work) && !someStep(line, (a, b) => leaves(a, b, area, work)));

/** Whether an arc that starts inside leaves: looks at its end and at the middle of each part between the cuts. */
function leaves(a: Vector, b: Vector, area: PreparedPolygon, work: GeoWork): boolean {
  const found = area.chains.map((chain) => chain.cuts(a, b, work)).filter((cuts) => cuts !== undefined);
  if (found.length === 0) return false;
  const cuts = new Float64Array(found.flat()).sort();
  work.take(cuts.length * 4);
  if (!area.holds(b, work)) return true;
  let from = 0;
  for (const to of [...cuts, 1]) {
    if (to > from && !area.holds(between(a, b, (from + to) / 2), work)) return true;
    from = to;
  }
  return false;
}

/** Smallest angle from a point to a shape; 0 inside a polygon. */
export function angleToShape(point: Vector, shape: GeoShape): number {
  if (shape.polygons.some((polygon) => polygonContains(polygon, point))) return 0;
  let nearest = Infinity;
  for (const other of shape.points) nearest = Math.min(nearest, angleBetween(point, other));
  someEdgeOf(shape, (a, b) => {
    nearest = Math.min(nearest, angleToEdge(point, a, b));
    return false;
  });
  return nearest;
}
