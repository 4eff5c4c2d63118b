import { LeftOut } from './keyrock-values';

/** What became of one of Keyrock's tables. */
export interface TableSummary {
  readonly table: string;
  /** How many rows came to what, in words; what came to none is not said. */
  readonly counts: Readonly<
    Record<'taken' | 'updated' | 'ended' | 'removed' | 'unchanged' | 'present' | 'matched', number>
  >;
  readonly leftOut: readonly LeftOutRows[];
}

/** Rows that were left out for one reason. */
export interface LeftOutRows {
  readonly reason: string;
  readonly count: number;
  /** Some of them by name, where that matters. */
  readonly rows: readonly string[];
}

const MOST_NAMES = 20;

/** Counts what becomes of the rows of one table. */
export class Tally {
  private readonly counts = {
    taken: 0,
    updated: 0,
    ended: 0,
    removed: 0,
    unchanged: 0,
    present: 0,
    matched: 0,
  };
  private readonly reasons = new Map<string, { count: number; readonly rows: string[] }>();

  constructor(private readonly table: string) {}

  /** Rows of earlier runs that Keyrock still has. */
  get kept(): number {
    return this.counts.updated + this.counts.unchanged;
  }

  /** @param outcome  `ended` counts as updated too */
  count(outcome: 'taken' | 'updated' | 'ended' | 'unchanged' | 'present' | 'matched' | LeftOut): void {
    if (outcome === 'ended') this.counts.updated += 1;
    if (outcome instanceof LeftOut) this.leaveOut(outcome.message, 1, outcome.row);
    else this.counts[outcome] += 1;
  }

  remove(count: number): void {
    this.counts.removed += count;
  }

  leaveOut(reason: string, count: number, row?: string): void {
    if (count === 0) return;
    const known = this.reasons.get(reason) ?? { count: 0, rows: [] };
    known.count += count;
    if (row !== undefined && known.rows.length < MOST_NAMES) known.rows.push(row);
    this.reasons.set(reason, known);
  }

  summary(): TableSummary {
    const leftOut = [...this.reasons].map(([reason, { count, rows }]) => ({ reason, count, rows }));
    return { table: this.table, counts: this.counts, leftOut };
  }
}

/** One line a table, one for each reason, and the names of what was left out where they matter. */
export function renderSummary({ table, counts, leftOut }: TableSummary): string {
  const { taken, updated, ended, removed, unchanged, present, matched } = counts;
  const parts = [
    `${taken} taken over`,
    ...(updated > 0 ? [`${updated} updated`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(matched > 0 ? [`${matched} here already with the same e-mail address`] : []),
    `${present} already here`,
  ];
  const ending =
    ended > 0 ? `\n    ended what ${ended} had open, with another password or disabled there` : '';
  const reasons = leftOut.map(({ reason, count, rows }) => {
    const more = count - rows.length;
    const names = rows.length === 0 ? [] : [...rows, ...(more > 0 ? [`and ${more} more`] : [])];
    return [`\n    left out ${count}: ${reason}`, ...names.map((name) => `\n      ${name}`)].join('');
  });
  return `${table}: ${parts.join(', ')}${ending}${reasons.join('')}`;
}
