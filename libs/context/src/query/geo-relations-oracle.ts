/*
 * The relations from their definition: every edge against every edge. For tests only, as the oracle of geo-relations.ts.
 */
import type { GeoShape } from './geo-shape';
import {
  angleToEdge,
  angleBetween,
  between,
  cutShare,
  edgesMeet,
  TOUCH_RADIANS,
  type Vector,
} from './sphere';
import { polygonContains, someEdge, type Ring, type SphericalPolygon } from './spherical-polygon';

type Edge = readonly [a: Vector, b: Vector];

const lineEdges = (line: readonly Vector[]): Edge[] =>
  line.slice(1).map((vertex, index) => [line[index] as Vector, vertex]);

function ringEdges(ring: Ring): Edge[] {
  const edges: Edge[] = [];
  someEdge(ring, (a, b) => {
    edges.push([a, b]);
    return false;
  });
  return edges;
}

/** Points, and edges of lines and rings: all that can touch another shape without lying inside it. */
function skeletonOf(shape: GeoShape): { points: readonly Vector[]; edges: readonly Edge[] } {
  return {
    points: shape.points,
    edges: [...shape.lines.flatMap(lineEdges), ...shape.polygons.flat().flatMap(ringEdges)],
  };
}

/** One point of every connected piece: enough to tell whether a piece that touches no boundary lies inside. */
const witnesses = (shape: GeoShape): readonly Vector[] => [
  ...shape.points,
  ...shape.lines.map((line) => line[0] as Vector),
  ...shape.polygons.map((polygon) => polygon[0]?.[0] as Vector),
];

/** Whether two shapes have a point in common, boundaries included. */
export function shapesIntersectPairwise(a: GeoShape, b: GeoShape): boolean {
  if (witnesses(a).some((point) => b.polygons.some((polygon) => polygonContains(polygon, point))))
    return true;
  if (witnesses(b).some((point) => a.polygons.some((polygon) => polygonContains(polygon, point))))
    return true;
  const skeletonA = skeletonOf(a);
  const skeletonB = skeletonOf(b);
  const meets = (point: Vector, edges: readonly Edge[]) =>
    edges.some(([c, d]) => angleToEdge(point, c, d) <= TOUCH_RADIANS);
  return (
    skeletonA.points.some((point) =>
      skeletonB.points.some((other) => angleBetween(point, other) <= TOUCH_RADIANS),
    ) ||
    skeletonA.points.some((point) => meets(point, skeletonB.edges)) ||
    skeletonB.points.some((point) => meets(point, skeletonA.edges)) ||
    skeletonA.edges.some(([p, q]) => skeletonB.edges.some(([c, d]) => edgesMeet(p, q, c, d)))
  );
}

/** Whether `shape` lies wholly in `area`, a polygon without holes; its boundary belongs to it. */
export function shapeWithinPairwise(shape: GeoShape, area: SphericalPolygon): boolean {
  return (
    shape.points.every((point) => polygonContains(area, point)) &&
    shape.lines.every((line) => lineEdges(line).every((edge) => edgeWithin(edge, area))) &&
    shape.polygons.every((polygon) => ringEdges(polygon[0] ?? []).every((edge) => edgeWithin(edge, area)))
  );
}

/** Cuts the edge where boundary edges may leave it, then looks at the ends and the middle of each part. */
function edgeWithin([a, b]: Edge, area: SphericalPolygon): boolean {
  const cuts = area
    .flatMap(ringEdges)
    .map(([c, d]) => cutShare(a, b, c, d))
    .filter((share) => share !== undefined)
    .sort((x, y) => x - y);
  const stops = [0, ...cuts, 1];
  return (
    polygonContains(area, a) &&
    polygonContains(area, b) &&
    stops
      .slice(1)
      .every((stop, index) => polygonContains(area, between(a, b, (stop + (stops[index] as number)) / 2)))
  );
}

/** Smallest angle from a point to a shape; 0 inside a polygon. */
export function angleToShapePairwise(point: Vector, shape: GeoShape): number {
  if (shape.polygons.some((polygon) => polygonContains(polygon, point))) return 0;
  let nearest = Infinity;
  for (const other of shape.points) nearest = Math.min(nearest, angleBetween(point, other));
  for (const [a, b] of skeletonOf(shape).edges) nearest = Math.min(nearest, angleToEdge(point, a, b));
  return nearest;
}
