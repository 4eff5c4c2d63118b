import { placeInTime, shortTime, type TemporalInstance, type TemporalQuery } from '@smart-city/ngsild';

/**
 * Keeps the instances of one answer within its bound: what is cut is cut at one time for all attributes and entities, so that a
 * client can go on from there (GS CIM 009 §6.3.10). Without `lastN` the latest go, with it the earliest.
 */
export class BoundedAnswer {
  /** Instances of each series, in the order of time. */
  private readonly lists: TemporalInstance[][] = [];
  private total = 0;
  /** Farthest time that is kept; undefined while nothing was cut. */
  private cut: number | undefined;

  constructor(
    private readonly query: TemporalQuery,
    readonly most: number,
  ) {}

  get isCut(): boolean {
    return this.cut !== undefined;
  }

  /** Takes the instances of a series. The list that is returned loses what later ones push over the bound. */
  add(instances: readonly TemporalInstance[]): readonly TemporalInstance[] {
    const list = [...instances];
    this.lists.push(list);
    this.total += list.length;
    if (this.cut !== undefined) this.trim(this.cut);
    if (this.total > this.most) this.trim(this.farthest());
    return list;
  }

  /** The times that are still of use, milliseconds since the epoch. */
  get times(): { readonly from: number; readonly before: number } {
    const cut = this.cut ?? (this.isBackwards ? -Infinity : Infinity);
    return this.isBackwards ? { from: cut, before: Infinity } : { from: -Infinity, before: cut + 1 };
  }

  /** The value of `Content-Range`. */
  get contentRange(): string {
    const { window, lastN } = this.query;
    const times = this.lists.flat().map((one) => this.place(one));
    const least = shortTime(times.reduce((a, b) => Math.min(a, b), Infinity));
    const most = shortTime(times.reduce((a, b) => Math.max(a, b), -Infinity));
    return this.isBackwards
      ? `date-time ${window?.beforeText ?? most}-${least}/${lastN}`
      : `date-time ${window?.fromText ?? least}-${most}/*`;
  }

  private get isBackwards(): boolean {
    return this.query.lastN !== undefined;
  }

  private place(one: TemporalInstance): number {
    return placeInTime(one, this.query.property);
  }

  /** The farthest time up to which all fit; the nearest of all where not even those of one time do. */
  private farthest(): number {
    const times = this.lists.flat().map((one) => this.place(one));
    times.sort(this.isBackwards ? (a, b) => b - a : (a, b) => a - b);
    const beyond = times[this.most]!;
    return times.slice(0, this.most).findLast((time) => time !== beyond) ?? beyond;
  }

  private trim(cut: number): void {
    this.cut = cut;
    const isKept = (one: TemporalInstance) =>
      this.isBackwards ? this.place(one) >= cut : this.place(one) <= cut;
    this.total = 0;
    for (const list of this.lists) {
      list.splice(0, list.length, ...list.filter(isKept));
      this.total += list.length;
    }
  }
}
