import { EdgeChain } from './edge-chain';
import type { GeoShape } from './geo-shape';
import type { GeoWork } from './geo-work';
import type { Vector } from './sphere';
import { holdsOpposite, isWide, type Ring, type SphericalPolygon } from './spherical-polygon';

/** A shape made ready once, to be compared with many. */
export interface PreparedShape {
  readonly shape: GeoShape;
  readonly lines: readonly EdgeChain[];
  readonly polygons: readonly PreparedPolygon[];
}

export const prepareShape = (shape: GeoShape): PreparedShape => ({
  shape,
  lines: shape.lines.map((line) => new EdgeChain(line, false)),
  polygons: shape.polygons.map((polygon) => new PreparedPolygon(polygon)),
});

/** Lines, and rings of polygons. */
export const chainsOf = ({ lines, polygons }: PreparedShape): readonly EdgeChain[] => [
  ...lines,
  ...polygons.flatMap((polygon) => polygon.chains),
];

/** A polygon that answers, in little more than the logarithm of its corners, whether it holds a point. */
export class PreparedPolygon {
  /** Of the outer ring, then of holes. */
  readonly chains: readonly EdgeChain[];
  private readonly wide: readonly boolean[];

  constructor(private readonly rings: SphericalPolygon) {
    this.chains = rings.map((ring) => new EdgeChain(ring, true));
    this.wide = rings.map(isWide);
  }

  /** Its boundary belongs to it, that of holes too. */
  holds(point: Vector, work: GeoWork): boolean {
    if (this.chains.some((chain) => chain.touches(point, work))) return true;
    return (
      this.chains.length > 0 &&
      this.isRound(0, point, work) &&
      !this.chains.some((_, ring) => ring > 0 && this.isRound(ring, point, work))
    );
  }

  /** As {@link ringGoesRound}. */
  private isRound(index: number, point: Vector, work: GeoWork): boolean {
    const sum = (this.chains[index] as EdgeChain).turnAbout(point, work);
    if (sum > Math.PI) return true;
    if (sum <= -Math.PI || !this.wide[index]) return false;
    const ring = this.rings[index] as Ring;
    work.take(ring.length * 16);
    return holdsOpposite(ring, point);
  }
}
