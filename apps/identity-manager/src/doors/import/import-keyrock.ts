import { deleteRow } from '../../database/tables';
import type { Sql } from '../../database/sql';
import { ImportedRows, sourceKeyOf } from './imported-rows';
import type { KeyrockRow, KeyrockSource } from './keyrock-source';
import { KeyrockPictures } from './keyrock-pictures';
import { importedTables, otherTables, type ImportedTable } from './keyrock-tables';
import { LeftOut } from './keyrock-values';
import { RowImport, type RowSettings } from './row-import';
import { Tally, type TableSummary } from './tally';
import { wavesOf } from './waves';

export interface ImportSettings extends RowSettings {
  /** Keyrock's `public/img`; undefined: pictures are counted and left out. */
  readonly images?: string | undefined;
  /** Hears of each table when it is done. */
  readonly report: (summary: TableSummary) => void;
  /** Hears now and then how far a large table is. */
  readonly progress: (table: string, rows: number) => void;
}

/** Rows written at the same time: enough to share commits and connections. */
const AT_ONCE = 100;
const REMOVED_AT_ONCE = 100;
const PROGRESS_EVERY = 50_000;

const keyOf = ({ key = 'id' }: ImportedTable): string => key;

/**
 * Takes a Keyrock database over, and on a later run what changed there since: new rows are added, changed columns set,
 * rows that are gone removed. What was made or changed here stays. It can run again after it was stopped half-way.
 */
export class KeyrockImport {
  private readonly rows: ImportedRows;
  private readonly row: RowImport;
  private readonly pictures: KeyrockPictures;
  private readonly pictureTally = new Tally('pictures');

  constructor(
    private readonly source: KeyrockSource,
    sql: Sql,
    private readonly settings: ImportSettings,
  ) {
    this.rows = new ImportedRows(sql, settings.secret, settings.now);
    this.row = new RowImport(sql, this.rows, settings);
    this.pictures = new KeyrockPictures(sql, { ...settings, folder: settings.images });
  }

  /** @throws the driver's error when one of the databases fails */
  async run(): Promise<void> {
    const there: ImportedTable[] = [];
    const tallies = new Map<string, Tally>();
    for (const table of importedTables) {
      const tally = new Tally(table.from);
      tallies.set(table.from, tally);
      if (!(await this.source.has(table.from))) continue;
      there.push(table);
      await this.take(table, tally);
    }
    for (const table of there.toReversed()) await this.remove(table, tallies.get(table.from)!);
    for (const tally of tallies.values()) this.settings.report(tally.summary());
    const pictures = this.pictureTally.summary();
    const { taken, present } = pictures.counts;
    if (taken + present + pictures.leftOut.length > 0) this.settings.report(pictures);
    await this.reportOthers();
  }

  private async take(table: ImportedTable, tally: Tally): Promise<void> {
    let read = 0;
    const state = table.holdsTokens ? 'live' : undefined;
    for await (const page of this.source.pages(table.from, keyOf(table), state)) {
      for (let start = 0; start < page.length; start += AT_ONCE)
        await this.takeSome(table, page.slice(start, start + AT_ONCE), tally);
      const before = read;
      read += page.length;
      if (Math.floor(before / PROGRESS_EVERY) < Math.floor(read / PROGRESS_EVERY))
        this.settings.progress(table.from, read);
    }
    if (!table.holdsTokens) return;
    tally.leaveOut('expired', await this.source.count(table.from, 'expired'));
    tally.leaveOut('no longer valid', await this.source.count(table.from, 'ended'));
  }

  private async takeSome(table: ImportedTable, page: readonly KeyrockRow[], tally: Tally): Promise<void> {
    const keyed = page.map((row) => ({ row, key: sourceKeyOf(row[keyOf(table)]) }));
    const known = await this.rows.find(
      table.from,
      keyed.map(({ key }) => key),
    );
    const kept: string[] = [];
    for (const wave of wavesOf(keyed, table.unique)) {
      const outcomes = await Promise.all(
        wave.map(({ row, key }) => this.row.take(table, row, key, known.get(key))),
      );
      outcomes.forEach((outcome) => tally.count(outcome));
      for (const [at, { row }] of wave.entries())
        if (!(outcomes[at] instanceof LeftOut || outcomes[at] === 'matched'))
          await this.takePicture(table, row);
      // A row that can no longer be taken counts as gone: it must not go on as it was.
      kept.push(...wave.flatMap(({ key }, at) => (outcomes[at] instanceof LeftOut ? [] : [key])));
    }
    if (!this.settings.dryRun) await this.rows.seen(table.from, kept);
  }

  private async takePicture({ from }: ImportedTable, row: KeyrockRow): Promise<void> {
    const outcome = await this.pictures.take(from, row);
    if (outcome !== undefined) this.pictureTally.count(outcome);
  }

  /** Removes what the import brought and Keyrock has no longer. */
  private async remove({ from }: ImportedTable, tally: Tally): Promise<void> {
    if (this.settings.dryRun) return tally.remove((await this.rows.countGone(from)) - tally.kept);
    let last = '';
    for (;;) {
      const gone = await this.rows.gone(from, last, REMOVED_AT_ONCE);
      last = gone.at(-1)?.sourceKey ?? last;
      if (gone.length === 0) return;
      await Promise.all(
        gone.map((row) =>
          this.row.write([
            ...(row.matched ? [] : [deleteRow(row.target)]),
            this.rows.forget(from, row.sourceKey),
          ]),
        ),
      );
      tally.remove(gone.filter(({ matched }) => !matched).length);
    }
  }

  private async reportOthers(): Promise<void> {
    for (const [table, reason] of otherTables) {
      if (!(await this.source.has(table))) continue;
      const tally = new Tally(table);
      tally.leaveOut(reason, await this.source.count(table));
      if (tally.summary().leftOut.length > 0) this.settings.report(tally.summary());
    }
  }
}
