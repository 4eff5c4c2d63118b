import { geojson, s2 } from 's2js';
import type { Position } from './geo-query';
import type { GeoParts } from './geo-shape';

/*
 * What S2, the library that MongoDB's 2dsphere decides with, says of two shapes. For tests only, and apart from the code it
 * is compared with: S2's own loops, polygons, lines and distances. Shapes are in general position: they share points by
 * crossing or holding each other, not by touching, where S2's half-open loops have rules of their own.
 */

const pointOf = ([lon, lat]: Position) =>
  geojson.fromGeoJSON({ type: 'Point', coordinates: [lon, lat] }) as s2.Point;

/** A closed ring as a loop whose inside is the smaller side. */
function loopOf(ring: readonly Position[]): s2.Loop {
  const loop = new s2.Loop(ring.slice(0, -1).map(pointOf));
  loop.normalize();
  return loop;
}

type Rings = readonly (readonly Position[])[];

const polygonOf = (rings: Rings) => new s2.Polygon(rings.map(loopOf));
const lineOf = (line: readonly Position[]) => new s2.Polyline(line.map(pointOf));

/** Whether the rings are one polygon: none crosses itself or another, the further ones are holes of the first. */
export function isValidPolygon(rings: Rings): boolean {
  const polygon = polygonOf(rings);
  return polygon.validate() === null && polygon.loops.filter((loop) => !loop.isHole()).length === 1;
}

const holds = (rings: Rings, position: Position) => polygonOf(rings).containsPoint(pointOf(position));

const crossesRings = (line: readonly Position[], rings: Rings) =>
  rings.some((ring) => lineOf(line).intersects(lineOf(ring)));

const strokeMeets = (line: readonly Position[], rings: Rings) =>
  line.some((position) => holds(rings, position)) || crossesRings(line, rings);

/** Lines, and outer rings of polygons: what reaches into a polygon has a corner inside or crosses one of its rings. */
const strokes = ({ lines, polygons }: GeoParts) => [
  ...lines,
  ...polygons.flatMap((rings) => rings.slice(0, 1)),
];

const reaches = (from: GeoParts, { polygons }: GeoParts) =>
  polygons.some(
    (rings) =>
      from.points.some((position) => holds(rings, position)) ||
      strokes(from).some((stroke) => strokeMeets(stroke, rings)),
  );

/** Whether two shapes have a point in common. */
export const s2Intersects = (a: GeoParts, b: GeoParts) =>
  reaches(a, b) ||
  reaches(b, a) ||
  a.lines.some((line) => b.lines.some((other) => lineOf(line).intersects(lineOf(other))));

/** Whether the shape lies wholly in the polygon of one ring. */
export const s2CoveredBy = (shape: GeoParts, ring: readonly Position[]) =>
  shape.points.every((position) => holds([ring], position)) &&
  strokes(shape).every(
    (stroke) => stroke.every((position) => holds([ring], position)) && !crossesRings(stroke, [ring]),
  );

/** Radians from a position to the nearest part of a shape, 0 inside a polygon. */
export function s2Angle(from: Position, shape: GeoParts): number {
  if (shape.polygons.some((rings) => holds(rings, from))) return 0;
  const index = new s2.ShapeIndex();
  for (const rings of shape.polygons) index.add(polygonOf(rings));
  for (const line of shape.lines) index.add(lineOf(line));
  const toPoints = shape.points.map((position) => pointOf(from).distance(pointOf(position)));
  if (index.len() === 0) return Math.min(...toPoints);
  const { distance } = new s2.ClosestEdgeQuery(index).findClosestEdge(
    new s2.EdgeQueryPointTarget(pointOf(from)),
  );
  // S2 measures by the square of the chord.
  return Math.min(...toPoints, 2 * Math.asin(Math.min(1, Math.sqrt(Math.max(0, distance)) / 2)));
}
