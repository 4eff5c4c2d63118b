import type { GeoWork } from './geo-work';
import {
  cutShare,
  dot,
  edgeNormal,
  edgesMeet,
  angleToEdge,
  normalize,
  TOUCH_RADIANS,
  type Vector,
} from './sphere';

/** Children of a node, and edges of a leaf. */
const FAN_OUT = 4;

/** Room for rounding and for {@link TOUCH_RADIANS}. */
const MARGIN = 1e-8;

/** Edges shorter than this have a normal that rounding turns too far. */
const SHORTEST_WITH_NORMAL = 1e-6;

/**
 * A line or ring whose edges are found by place. Consecutive edges are near each other, so a node holds the box of four
 * consecutive nodes of the level below. Boxes are of space, not of longitudes: the antimeridian and the poles are no special cases.
 */
export class EdgeChain {
  /** Vertices; of a ring the first one again at the end. */
  private readonly vertices: readonly Vector[];
  private readonly edges: number;
  /** Of each level from the edges up: six numbers a node, the lowest corner and the highest. */
  private readonly levels: readonly Float64Array[];
  /** Unit normals of edges; the zero vector of an edge that is too short. */
  private readonly normals: readonly Vector[];

  constructor(positions: readonly Vector[], isRing: boolean) {
    this.vertices = isRing ? [...positions, positions[0] as Vector] : positions;
    this.edges = this.vertices.length - 1;
    this.levels = levelsOf(this.vertices);
    this.normals = Array.from({ length: this.edges }, (_, edge) => planeOf(this.from(edge), this.to(edge)));
  }

  /** Whether a point is on an edge. */
  touches(point: Vector, work: GeoWork): boolean {
    return this.some(
      (box, at) => boxHoldsPoint(box, at, point),
      (edge) => angleToEdge(point, this.from(edge), this.to(edge)) <= TOUCH_RADIANS,
      work,
    );
  }

  /** Whether an edge has a point in common with the arc from `a` to `b`. */
  meets(a: Vector, b: Vector, work: GeoWork): boolean {
    return this.someNear(a, b, (edge) => edgesMeet(a, b, this.from(edge), this.to(edge)), work);
  }

  /**
   * Where the arc from `a` to `b` may pass from one side to the other, as shares of its chord.
   *
   * @returns undefined when no edge comes near
   */
  cuts(a: Vector, b: Vector, work: GeoWork): readonly number[] | undefined {
    const shares: number[] = [];
    let isNear = false;
    this.someNear(
      a,
      b,
      (edge) => {
        isNear = true;
        const share = cutShare(a, b, this.from(edge), this.to(edge));
        if (share !== undefined) shares.push(share);
        return false;
      },
      work,
    );
    return isNear ? shares : undefined;
  }

  /**
   * Radians that the chain turns about a point, seen from above it. A part that the axis through the point misses turns as its
   * chord does.
   */
  turnAbout(point: Vector, work: GeoWork): number {
    return this.sum(point, work, (from, to) => azimuth(point, from, to), this.levels.length - 1, 0);
  }

  /**
   * The smallest angle from a point to an edge.
   *
   * @param best  an angle that is known already; edges that cannot be nearer are not looked at
   */
  angleFrom(point: Vector, work: GeoWork, best = Infinity): number {
    return this.nearest(point, work, best, this.levels.length - 1, 0);
  }

  private nearest(point: Vector, work: GeoWork, best: number, level: number, node: number): number {
    if (level === 0) {
      work.take(4);
      return Math.min(best, angleToEdge(point, this.from(node), this.to(node)));
    }
    const boxes = this.levels[level - 1] as Float64Array;
    const children: { readonly child: number; readonly angle: number }[] = [];
    for (let child = node * FAN_OUT; child < Math.min(boxes.length / 6, (node + 1) * FAN_OUT); child++)
      children.push({ child, angle: angleToBox(boxes, child * 6, point) });
    work.take(children.length);
    children.sort((a, b) => a.angle - b.angle);
    let nearest = best;
    for (const { child, angle } of children)
      if (angle < nearest) nearest = this.nearest(point, work, nearest, level - 1, child);
    return nearest;
  }

  /** Whether some edge near the arc passes a test. Near edges have a box that meets its box, and none is beside the other's plane. */
  private someNear(a: Vector, b: Vector, test: (edge: number) => boolean, work: GeoWork): boolean {
    const box = new Float64Array(6);
    writeEdgeBox(box, 0, a, b);
    const plane = planeOf(a, b);
    return this.some(
      (boxes, at) => boxesMeet(boxes, at, box) && !isBeside(boxes, at, plane),
      (edge) =>
        !areBeside(this.from(edge), this.to(edge), plane) &&
        !areBeside(a, b, this.normals[edge] as Vector) &&
        test(edge),
      work,
    );
  }

  private some(
    mayHold: (boxes: Float64Array, at: number) => boolean,
    test: (edge: number) => boolean,
    work: GeoWork,
    level = this.levels.length - 1,
    first = 0,
    last = 1,
  ): boolean {
    const boxes = this.levels[level] as Float64Array;
    const end = Math.min(last, boxes.length / 6);
    work.take(end - first);
    for (let node = first; node < end; node++) {
      if (!mayHold(boxes, node * 6)) continue;
      if (level === 0) {
        work.take(4);
        if (test(node)) return true;
      } else if (this.some(mayHold, test, work, level - 1, node * FAN_OUT, (node + 1) * FAN_OUT)) return true;
    }
    return false;
  }

  private sum(
    point: Vector,
    work: GeoWork,
    term: (from: Vector, to: Vector) => number,
    level: number,
    node: number,
  ): number {
    const boxes = this.levels[level] as Float64Array;
    if (level === 0 || !axisMeets(boxes, node * 6, point)) {
      work.take(8);
      const span = FAN_OUT ** level;
      return term(this.from(node * span), this.from(Math.min(this.edges, (node + 1) * span)));
    }
    const below = (this.levels[level - 1] as Float64Array).length / 6;
    let sum = 0;
    for (let child = node * FAN_OUT; child < Math.min(below, (node + 1) * FAN_OUT); child++)
      sum += this.sum(point, work, term, level - 1, child);
    return sum;
  }

  private from(vertex: number): Vector {
    return this.vertices[vertex] as Vector;
  }

  private to(edge: number): Vector {
    return this.vertices[edge + 1] as Vector;
  }
}

function levelsOf(vertices: readonly Vector[]): readonly Float64Array[] {
  const edges = new Float64Array(6 * (vertices.length - 1));
  for (let edge = 0; edge + 1 < vertices.length; edge++)
    writeEdgeBox(edges, edge * 6, vertices[edge] as Vector, vertices[edge + 1] as Vector);
  const levels = [edges];
  for (let below = edges; below.length > 6;) {
    const above = new Float64Array(6 * Math.ceil(below.length / 6 / FAN_OUT));
    for (let at = 0; at < above.length; at += 6)
      joinBoxes(above, at, below.subarray(at * FAN_OUT, Math.min(below.length, (at + 6) * FAN_OUT)));
    levels.push(above);
    below = above;
  }
  return levels;
}

function joinBoxes(target: Float64Array, at: number, parts: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let part = axis; part < parts.length; part += 6) {
      low = Math.min(low, parts[part] as number);
      high = Math.max(high, parts[part + 3] as number);
    }
    target[at + axis] = low;
    target[at + axis + 3] = high;
  }
}

/** An arc leaves its chord by at most the height of its segment. */
function writeEdgeBox(target: Float64Array, at: number, a: Vector, b: Vector): void {
  const chord2 = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
  const room = MARGIN + 1 - Math.sqrt(Math.max(0, 1 - chord2 / 4));
  for (let axis = 0; axis < 3; axis++) {
    const [from, to] = [a[axis] as number, b[axis] as number];
    target[at + axis] = Math.min(from, to) - room;
    target[at + axis + 3] = Math.max(from, to) + room;
  }
}

const boxHoldsPoint = (box: Float64Array, at: number, [x, y, z]: Vector) =>
  (box[at] as number) <= x &&
  (box[at + 3] as number) >= x &&
  (box[at + 1] as number) <= y &&
  (box[at + 4] as number) >= y &&
  (box[at + 2] as number) <= z &&
  (box[at + 5] as number) >= z;

/** An angle that no point of the sphere inside the box is nearer than: that of the chord to the box. */
function angleToBox(box: Float64Array, at: number, point: Vector): number {
  let chord2 = 0;
  for (let axis = 0; axis < 3; axis++) {
    const value = point[axis] as number;
    const beside = Math.max((box[at + axis] as number) - value, value - (box[at + axis + 3] as number), 0);
    chord2 += beside * beside;
  }
  return 2 * Math.asin(Math.min(1, Math.sqrt(chord2) / 2));
}

const boxesMeet = (box: Float64Array, at: number, other: Float64Array) =>
  (box[at] as number) <= (other[3] as number) &&
  (box[at + 3] as number) >= (other[0] as number) &&
  (box[at + 1] as number) <= (other[4] as number) &&
  (box[at + 4] as number) >= (other[1] as number) &&
  (box[at + 2] as number) <= (other[5] as number) &&
  (box[at + 5] as number) >= (other[2] as number);

/** The unit normal of an arc's plane, or the zero vector, beside which nothing lies. */
function planeOf(a: Vector, b: Vector): Vector {
  const normal = edgeNormal(a, b);
  return Math.sqrt(dot(normal, normal)) < SHORTEST_WITH_NORMAL ? [0, 0, 0] : normalize(normal);
}

/** Whether a box lies wholly on one side of a plane through the centre. */
function isBeside(box: Float64Array, at: number, plane: Vector): boolean {
  let [middle, reach] = [0, MARGIN];
  for (let axis = 0; axis < 3; axis++) {
    const [low, high, slope] = [
      box[at + axis] as number,
      box[at + axis + 3] as number,
      plane[axis] as number,
    ];
    middle += ((low + high) / 2) * slope;
    reach += ((high - low) / 2) * Math.abs(slope);
  }
  return Math.abs(middle) > reach;
}

function areBeside(a: Vector, b: Vector, plane: Vector): boolean {
  const [first, second] = [dot(plane, a), dot(plane, b)];
  return (first > MARGIN && second > MARGIN) || (first < -MARGIN && second < -MARGIN);
}

/** Whether the line through a point and its opposite passes a box. */
function axisMeets(box: Float64Array, at: number, direction: Vector): boolean {
  let [from, to] = [-Infinity, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const [low, high, slope] = [
      box[at + axis] as number,
      box[at + axis + 3] as number,
      direction[axis] as number,
    ];
    if (Math.abs(slope) < 1e-12) {
      if (low > MARGIN || high < -MARGIN) return false;
      continue;
    }
    const [near, far] = slope > 0 ? [low / slope, high / slope] : [high / slope, low / slope];
    from = Math.max(from, near);
    to = Math.min(to, far);
  }
  return from <= to;
}

/** The angle at a point from one direction to another, anticlockwise seen from above. */
function azimuth(p: Vector, a: Vector, b: Vector): number {
  const triple =
    p[0] * (a[1] * b[2] - a[2] * b[1]) +
    p[1] * (a[2] * b[0] - a[0] * b[2]) +
    p[2] * (a[0] * b[1] - a[1] * b[0]);
  const [ax, ay, az] = [p[1] * a[2] - p[2] * a[1], p[2] * a[0] - p[0] * a[2], p[0] * a[1] - p[1] * a[0]];
  const [bx, by, bz] = [p[1] * b[2] - p[2] * b[1], p[2] * b[0] - p[0] * b[2], p[0] * b[1] - p[1] * b[0]];
  return Math.atan2(triple, ax * bx + ay * by + az * bz);
}
