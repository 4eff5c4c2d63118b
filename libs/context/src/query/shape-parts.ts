import { shapeWithin } from './geo-relations';
import type { GeoShape } from './geo-shape';
import type { GeoWork } from './geo-work';
import { chainsOf, type PreparedPolygon, type PreparedShape } from './prepared-shape';
import { angleBetween, between, TOUCH_RADIANS, type Vector } from './sphere';
import type { Ring, SphericalPolygon } from './spherical-polygon';

type Arc = readonly [from: Vector, to: Vector];

/** Whether every part of `shape` lies in one part of `area`; boundaries belong to it. */
export function liesWithin({ shape, polygons }: PreparedShape, area: PreparedShape, work: GeoWork): boolean {
  return (
    shape.points.every((point) => isIn(area, point, work)) &&
    shape.lines.every((line) => lineIn(line, area, work)) &&
    shape.polygons.every((rings, at) =>
      area.polygons.some(
        (part, place) =>
          shapeWithin({ ...NO_PARTS, polygons: [rings] }, part, work) &&
          !(area.shape.polygons[place] as SphericalPolygon)
            .slice(1)
            .some((hole) => coversHole(polygons[at] as PreparedPolygon, hole, work)),
      ),
    )
  );
}

const NO_PARTS: GeoShape = { points: [], lines: [], polygons: [] };

/** Whether a polygon whose boundary is nowhere inside a hole covers it: the ring of the hole is inside, or is its outer ring. */
function coversHole(polygon: PreparedPolygon, hole: Ring, work: GeoWork): boolean {
  const samples = arcsOfRing(hole).flatMap(([from, to]) => [from, between(from, to, 0.5)]);
  const isInside = (point: Vector) =>
    polygon.holds(point, work) && !polygon.chains.some((chain) => chain.touches(point, work));
  return samples.some(isInside) || samples.every((point) => polygon.chains[0]?.touches(point, work) === true);
}

function isIn({ shape, polygons, lines }: PreparedShape, point: Vector, work: GeoWork): boolean {
  work.take(shape.points.length);
  return (
    shape.points.some((other) => angleBetween(point, other) <= TOUCH_RADIANS) ||
    lines.some((chain) => chain.touches(point, work)) ||
    polygons.some((polygon) => polygon.holds(point, work))
  );
}

/** A line lies in a polygon, or along lines: each piece between two cuts does when its middle does. */
function lineIn(line: readonly Vector[], area: PreparedShape, work: GeoWork): boolean {
  const whole: GeoShape = { ...NO_PARTS, lines: [line] };
  if (area.polygons.some((polygon) => shapeWithin(whole, polygon, work))) return true;
  if (area.lines.length === 0) return false;
  const touches = (point: Vector) => area.lines.some((chain) => chain.touches(point, work));
  return line.every(touches) && arcsOfLine(line).every((arc) => middlesOf(arc, area, work).every(touches));
}

/** Whether inner parts of two shapes of one dimension meet: more than their boundaries do. */
export function interiorsMeet(a: PreparedShape, b: PreparedShape, work: GeoWork): boolean {
  if (a.polygons.length > 0) return entersInside(a, b, work) || entersInside(b, a, work);
  if (a.lines.length > 0) return runsAlong(a, b, work) || runsAlong(b, a, work);
  return a.shape.points.some((point) => isIn(b, point, work));
}

/** Whether a piece of a line of `a` lies on a line of `b`. Pieces are cut where the lines cross. */
function runsAlong(a: PreparedShape, b: PreparedShape, work: GeoWork): boolean {
  const isOnLine = (point: Vector) => b.lines.some((chain) => chain.touches(point, work));
  return a.shape.lines.some((line) => arcsOfLine(line).some((arc) => middlesOf(arc, b, work).some(isOnLine)));
}

/** Whether a piece of the boundary of `a` is inside of `b`, off the boundary of `b`. */
function entersInside(a: PreparedShape, b: PreparedShape, work: GeoWork): boolean {
  const isInside = (point: Vector) =>
    b.polygons.some(
      (polygon) => polygon.holds(point, work) && !polygon.chains.some((chain) => chain.touches(point, work)),
    );
  return a.shape.polygons.some((rings) =>
    rings.some((ring) => arcsOfRing(ring).some((arc) => middlesOf(arc, b, work).some(isInside))),
  );
}

const arcsOfLine = (line: readonly Vector[]): readonly Arc[] =>
  line.slice(1).map((to, at) => [line[at] as Vector, to]);

const arcsOfRing = (ring: Ring): readonly Arc[] =>
  ring.map((from, at) => [from, ring[(at + 1) % ring.length] as Vector]);

/** The middle of each piece of an arc between its cuts with the edges of a shape. */
function middlesOf([from, to]: Arc, shape: PreparedShape, work: GeoWork): readonly Vector[] {
  const cuts = chainsOf(shape).flatMap((chain) => chain.cuts(from, to, work) ?? []);
  work.take(cuts.length * 4);
  const shares = [0, ...cuts.sort((a, b) => a - b), 1];
  return shares
    .slice(1)
    .map((share, at) => [shares[at] as number, share] as const)
    .filter(([start, end]) => end > start)
    .map(([start, end]) => between(from, to, (start + end) / 2));
}
