import type { SqlValue, WriteOperation } from './write-operation';

/** Sums changes of the statistics of types, so that a thousand new rooms are one change of the statistics of rooms. */
export class TypeStatsDelta {
  private readonly sums = new Map<string, { readonly columns: readonly SqlValue[]; n: number }>();

  /** @param operation  `addToTypeStats` */
  add([, type, servicePath, attr, attrType, n]: WriteOperation): void {
    const columns = [type!, servicePath!, attr!, attrType!];
    const id = columns.join('\u0000');
    const sum = this.sums.get(id);
    if (sum !== undefined) sum.n += Number(n);
    else this.sums.set(id, { columns, n: Number(n) });
  }

  /** What is left of the changes, one a row. */
  *additions(): Generator<WriteOperation> {
    for (const { columns, n } of this.sums.values()) if (n !== 0) yield ['addToTypeStats', ...columns, n];
  }

  /** The same, and rows that count nothing any more are taken out. */
  *operations(): Generator<WriteOperation> {
    for (const addition of this.additions()) {
      yield addition;
      const [, ...columns] = addition;
      if (Number(columns.pop()) < 0) yield ['pruneTypeStats', ...columns];
    }
  }
}
