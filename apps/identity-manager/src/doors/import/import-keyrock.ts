import type { KeyObject } from 'node:crypto';
import { isDuplicate, isMissingReference } from '../../database/database-errors';
import type { Step } from '../../database/dialect';
import { PepProxyRow } from '../../database/entities/application.row';
import { InstanceSettingRow } from '../../database/entities/instance-setting.row';
import { UserRow } from '../../database/entities/user.row';
import { names } from '../../database/names';
import { lockWhere } from '../../database/statements';
import { deleteRow, findRow, insertRow, rowKey, updateRow } from '../../database/tables';
import type { SecretCipher } from '../../database/secret-cipher';
import type { Sql } from '../../database/sql';
import { ImportedRows, sourceKeyOf, type ImportedRow } from './imported-rows';
import type { KeyrockRow, KeyrockSource } from './keyrock-source';
import { importedTables, otherTables, type ImportedTable } from './keyrock-tables';
import { LeftOut, type Target } from './keyrock-values';
import { People } from './people';
import { References } from './references';
import { Tally, type TableSummary } from './tally';

export interface ImportSettings {
  readonly cipher: SecretCipher;
  /** Keys the digests by which rows are compared. */
  readonly secret: KeyObject;
  readonly now: number;
  /** Say what would be done, and do nothing. */
  readonly dryRun: boolean;
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

/** What is done for one row. */
type Outcome = 'taken' | 'present' | 'matched' | 'updated' | 'unchanged' | LeftOut;

/** A step that undoes the group it is in: nothing of a dry run stays. */
const UNDO: Step = { ...lockWhere(InstanceSettingRow, 'name', () => '1 = 0')(), expect: 1 };

/**
 * Takes a Keyrock database over, and on a later run what changed there since: new rows are added, changed columns set,
 * rows that are gone removed. What was made or changed here stays. It can run again after it was stopped half-way.
 */
export class KeyrockImport {
  private readonly rows: ImportedRows;
  private readonly people: People;
  private readonly references: References;

  constructor(
    private readonly source: KeyrockSource,
    private readonly sql: Sql,
    private readonly settings: ImportSettings,
  ) {
    this.rows = new ImportedRows(sql, settings.secret, settings.now);
    this.people = new People(sql, this.rows);
    this.references = new References(sql);
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
        wave.map(({ row, key }) => this.takeOne(table, row, key, known.get(key))),
      );
      outcomes.forEach((outcome) => tally.count(outcome));
      // A row that can no longer be taken counts as gone: it must not go on as it was.
      kept.push(...wave.flatMap(({ key }, at) => (outcomes[at] instanceof LeftOut ? [] : [key])));
    }
    if (!this.settings.dryRun) await this.rows.seen(table.from, kept);
  }

  private async takeOne(
    table: ImportedTable,
    row: KeyrockRow,
    key: string,
    known: ImportedRow | undefined,
  ): Promise<Outcome> {
    try {
      const target = this.translate(table, row);
      if (known?.matched) {
        this.people.note(String(target.values['id']), known.target.key['id'] ?? '');
        return 'matched';
      }
      return known
        ? await this.change(table.from, key, known, target)
        : await this.insert(table.from, key, target);
    } catch (error) {
      if (error instanceof LeftOut) return error;
      throw error;
    }
  }

  private translate({ translate }: ImportedTable, row: KeyrockRow): Target {
    const { cipher, now } = this.settings;
    const { table, values } = this.people.here(
      translate(row, { encrypt: (secret) => cipher.encrypt(secret), now }),
    );
    const plain = this.people.here(translate(row, { encrypt: (secret) => secret, now })).values;
    return { table, values, plain };
  }

  private async insert(from: string, key: string, target: Target): Promise<Outcome> {
    if (from === 'user') {
      const here = await this.people.match(target);
      if (here !== undefined) return this.adopt(from, key, target, here);
    }
    try {
      await this.write([insertRow(target), this.rows.remember(from, key, target)]);
      this.references.planned(target);
      return 'taken';
    } catch (error) {
      if (isDuplicate(error)) return this.explainDuplicate(target);
      if (!isMissingReference(error)) throw error;
      if (this.settings.dryRun && (await this.references.areMet(target))) {
        this.references.planned(target);
        return 'taken';
      }
      throw new LeftOut('it refers to something that was left out');
    }
  }

  /** A person who is here already: what Keyrock has for them becomes theirs, they stay as they are. */
  private async adopt(from: string, key: string, target: Target, here: string): Promise<Outcome> {
    const matched = { ...target, values: { ...target.values, id: here } };
    await this.write([this.rows.remember(from, key, matched, true)]);
    this.people.note(String(target.values['id']), here);
    return 'matched';
  }

  private async explainDuplicate(target: Target): Promise<Outcome> {
    const { sql, values } = findRow(rowKey(target));
    const same = await this.sql.first(sql, ...values);
    // Says so when the other one came from Keyrock as well.
    if (!same && target.table === names(UserRow).table) await this.people.match(target);
    if (!same && target.table === names(PepProxyRow).table)
      throw new LeftOut(
        'its application has another PEP proxy already',
        `PEP proxy ${target.values['id']} of application ${target.values[String(names(PepProxyRow).applicationId)]}`,
      );
    return 'present';
  }

  private async change(from: string, key: string, known: ImportedRow, target: Target): Promise<Outcome> {
    const changed = this.rows.changedColumns(known, target);
    if (changed.length === 0) return 'unchanged';
    const isMoved = JSON.stringify(known.target) !== JSON.stringify(rowKey(target));
    const steps = isMoved ? [deleteRow(known.target), insertRow(target)] : [updateRow(target, changed)];
    try {
      await this.write([...steps.filter((step) => step !== undefined), this.rows.replace(from, key, target)]);
    } catch (error) {
      if (isDuplicate(error)) throw new LeftOut('what it has become is here already, made here');
      if (isMissingReference(error)) throw new LeftOut('it refers to something that was left out');
      throw error;
    }
    return 'updated';
  }

  /** Removes what the import brought and Keyrock has no longer. */
  private async remove({ from }: ImportedTable, tally: Tally): Promise<void> {
    if (this.settings.dryRun) return tally.remove((await this.rows.countGone(from)) - tally.kept);
    for (;;) {
      const gone = await this.rows.gone(from, REMOVED_AT_ONCE);
      if (gone.length === 0) return;
      await Promise.all(
        gone.map((row) =>
          this.write([
            ...(row.matched ? [] : [deleteRow(row.target)]),
            this.rows.forget(from, row.sourceKey),
          ]),
        ),
      );
      tally.remove(gone.filter(({ matched }) => !matched).length);
    }
  }

  /** All or nothing; of a dry run nothing, but with the database's faults. */
  private async write(steps: readonly Step[]): Promise<void> {
    await this.sql.atomically(this.settings.dryRun ? [...steps, UNDO] : steps);
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

/** Rows in groups, each of which may be written at the same time: what excludes an earlier row comes in a later one. */
function wavesOf<T extends { readonly row: KeyrockRow }>(
  rows: readonly T[],
  unique: ImportedTable['unique'],
): readonly (readonly T[])[] {
  if (!unique) return [rows];
  const counts = new Map<string, number>();
  const waves: T[][] = [];
  for (const item of rows) {
    const name = unique(item.row);
    const wave = counts.get(name) ?? 0;
    counts.set(name, wave + 1);
    (waves[wave] ??= []).push(item);
  }
  return waves;
}
