import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../cli/options';

const MAX_LEVEL = 255;

/** Which trace levels are on. */
@Injectable()
export class TraceLevels {
  private readonly levels = new Set<number>();

  constructor(@Inject(OPTIONS) { traceLevels }: BrokerOptions) {
    if (traceLevels !== undefined) this.add(traceLevels);
  }

  has(level: number): boolean {
    return this.levels.has(level);
  }

  /** @param list  numbers and ranges: `1-4,8` */
  replace(list: string): void {
    this.levels.clear();
    this.add(list);
  }

  remove(list: string): void {
    for (const level of parseLevels(list)) this.levels.delete(level);
  }

  clear(): void {
    this.levels.clear();
  }

  /** `4-6, 8`, or `empty`. */
  render(): string {
    const sorted = [...this.levels].sort((a, b) => a - b);
    const ranges: [number, number][] = [];
    for (const level of sorted) {
      const last = ranges.at(-1);
      if (last && last[1] === level - 1) last[1] = level;
      else ranges.push([level, level]);
    }
    return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ') || 'empty';
  }

  private add(list: string): void {
    for (const level of parseLevels(list)) this.levels.add(level);
  }
}

function parseLevels(list: string): number[] {
  return list.split(',').flatMap((item) => {
    const [from = NaN, to = from] = item
      .split('-')
      .map((text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : NaN));
    const levels: number[] = [];
    for (let level = from; level <= Math.min(to, MAX_LEVEL); level++) levels.push(level);
    return levels;
  });
}
