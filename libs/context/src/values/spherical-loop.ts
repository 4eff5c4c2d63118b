type Position = readonly [lon: number, lat: number];
type Vector = readonly [x: number, y: number, z: number];

/**
 * Edge pairs looked at before a loop is taken to be fine. Keeps the time that a hostile body takes to a few milliseconds; loops
 * drawn by people need a few pairs for each vertex, and any loop of 500 vertices is checked in full.
 */
const MOST_PAIRS = 125_000;

/**
 * True when no vertex comes twice and no two edges (great circle arcs) cross.
 *
 * @param vertices  longitude, latitude in degrees; the closing vertex left out
 */
export function isValidLoop(vertices: readonly Position[]): boolean {
  if (vertices.length < 3 || hasRepeated(vertices)) return false;
  const points = vertices.map(toVector);
  const edges = points
    .map((from, index) => toEdge(vertices, points, from, index))
    .sort((a, b) => a.west - b.west);
  let pairsLeft = MOST_PAIRS;
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i] as Edge;
    for (let j = i + 1; j < edges.length; j++) {
      const other = edges[j] as Edge;
      if (other.west > edge.east) break;
      if (pairsLeft-- === 0) return true;
      if (cross(edge.from, edge.to, other.from, other.to)) return false;
    }
  }
  return true;
}

function hasRepeated(vertices: readonly Position[]): boolean {
  const sorted = [...vertices].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return sorted.some(([lon, lat], at) => at > 0 && lon === sorted[at - 1]![0] && lat === sorted[at - 1]![1]);
}

interface Edge {
  readonly from: Vector;
  readonly to: Vector;
  /** Longitudes between which the arc stays. */
  readonly west: number;
  readonly east: number;
}

function toEdge(vertices: readonly Position[], points: readonly Vector[], from: Vector, index: number): Edge {
  const next = (index + 1) % points.length;
  const [a, b] = [(vertices[index] as Position)[0], (vertices[next] as Position)[0]];
  // The short way between them crosses the antimeridian (or a pole): no bounds.
  const isFar = Math.abs(a - b) >= 180;
  return {
    from,
    to: points[next] as Vector,
    west: isFar ? -180 : Math.min(a, b),
    east: isFar ? 180 : Math.max(a, b),
  };
}

function toVector([lon, lat]: Position): Vector {
  const [theta, phi] = [(lon * Math.PI) / 180, (lat * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(theta), Math.cos(phi) * Math.sin(theta), Math.sin(phi)];
}

/** Positive when a, b, c turn left; within rounding of a straight line it counts as neither. */
function turn(a: Vector, b: Vector, c: Vector): number {
  const determinant =
    (a[1] * b[2] - a[2] * b[1]) * c[0] +
    (a[2] * b[0] - a[0] * b[2]) * c[1] +
    (a[0] * b[1] - a[1] * b[0]) * c[2];
  return Math.abs(determinant) < 1e-15 ? 0 : determinant;
}

/** True when the inner parts of arcs ab and cd meet in one point; sharing an end is no crossing. */
function cross(a: Vector, b: Vector, c: Vector, d: Vector): boolean {
  const acb = -turn(a, b, c);
  const bda = turn(a, b, d);
  if (acb * bda <= 0) return false;
  const cbd = -turn(c, d, b);
  const dac = turn(c, d, a);
  return acb * cbd > 0 && acb * dac > 0;
}
