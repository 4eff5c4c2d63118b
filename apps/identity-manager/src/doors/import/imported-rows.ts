import { createHmac, type KeyObject } from 'node:crypto';
import type { Step } from '../../database/dialect';
import type { Sql } from '../../database/sql';
import { tokenHash } from '../../service/random-token';
import { keysOf, type Target } from './keyrock-values';

/** A row here, by table and key. */
export interface TargetKey {
  readonly table: string;
  readonly key: Readonly<Record<string, string>>;
}

/** What is known of a row of Keyrock's that an earlier run took. */
export interface ImportedRow {
  readonly target: TargetKey;
  /** It was here before the import: nothing changes or removes it. */
  readonly matched: boolean;
  readonly digests: Readonly<Record<string, string>>;
}

interface StoredRow {
  readonly source_key: string;
  readonly target: string;
  readonly matched: boolean | number;
  readonly digests: string;
}

/** Columns that say when a row was made here, not what it is. */
const UNCOMPARED: ReadonlySet<string> = new Set(['created_at', 'auth_time']);

/**
 * The memory of earlier runs: for each row of Keyrock's, what it became here and a keyed digest of every column as it
 * came. A later run changes what differs there, column by column, so what was changed here stays.
 */
export class ImportedRows {
  /** @param runAt  names this run; later than all before it */
  constructor(
    private readonly sql: Sql,
    private readonly secret: KeyObject,
    private readonly runAt: number,
  ) {}

  /** Earlier outcomes by digest of the key. */
  async find(source: string, keys: readonly string[]): Promise<ReadonlyMap<string, ImportedRow>> {
    if (keys.length === 0) return new Map();
    const rows = await this.sql.all<StoredRow>(
      `SELECT source_key, target, matched, digests FROM keyrock_rows WHERE source = ? AND source_key IN (${keys.map(() => '?').join(', ')})`,
      source,
      ...keys,
    );
    return new Map(rows.map((row) => [row.source_key, read(row)]));
  }

  /** Marks rows as still being there. */
  async seen(source: string, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.sql.run(
      `UPDATE keyrock_rows SET seen_at = ? WHERE source = ? AND source_key IN (${keys.map(() => '?').join(', ')})`,
      this.runAt,
      source,
      ...keys,
    );
  }

  /** Some rows that this run did not see: Keyrock has them no longer. */
  async gone(
    source: string,
    limit: number,
  ): Promise<readonly (ImportedRow & { readonly sourceKey: string })[]> {
    const rows = await this.sql.all<StoredRow>(
      `SELECT source_key, target, matched, digests FROM keyrock_rows WHERE source = ? AND seen_at < ? ORDER BY source_key LIMIT ${limit}`,
      source,
      this.runAt,
    );
    return rows.map((row) => ({ ...read(row), sourceKey: row.source_key }));
  }

  /** How many of a table this run did not see. */
  async countGone(source: string): Promise<number> {
    const row = await this.sql.first<{ found: number | string }>(
      'SELECT COUNT(*) AS found FROM keyrock_rows WHERE source = ? AND seen_at < ? AND NOT matched',
      source,
      this.runAt,
    );
    return Number(row?.found ?? 0);
  }

  /** The step that remembers a new row. */
  remember(source: string, sourceKey: string, target: Target, matched = false): Step {
    return {
      sql: 'INSERT INTO keyrock_rows (source, source_key, target, matched, digests, seen_at) VALUES (?, ?, ?, ?, ?, ?)',
      values: [
        source,
        sourceKey,
        JSON.stringify(targetKeyOf(target)),
        matched,
        JSON.stringify(this.digestsOf(target)),
        this.runAt,
      ],
    };
  }

  /** The step that remembers what a row has become. */
  replace(source: string, sourceKey: string, target: Target): Step {
    return {
      sql: 'UPDATE keyrock_rows SET target = ?, digests = ?, seen_at = ? WHERE source = ? AND source_key = ?',
      values: [
        JSON.stringify(targetKeyOf(target)),
        JSON.stringify(this.digestsOf(target)),
        this.runAt,
        source,
        sourceKey,
      ],
    };
  }

  /** The step that forgets a row. */
  forget(source: string, sourceKey: string): Step {
    return {
      sql: 'DELETE FROM keyrock_rows WHERE source = ? AND source_key = ?',
      values: [source, sourceKey],
    };
  }

  /** Whether another row of Keyrock's became this row here. */
  async isTaken(source: string, target: TargetKey): Promise<boolean> {
    const row = await this.sql.first(
      'SELECT source_key FROM keyrock_rows WHERE source = ? AND target = ?',
      source,
      JSON.stringify(target),
    );
    return row !== undefined;
  }

  /** Columns whose value there is another than when the row was last taken. */
  changedColumns(known: ImportedRow, target: Target): readonly string[] {
    const digests = this.digestsOf(target);
    return Object.keys(digests).filter((column) => digests[column] !== known.digests[column]);
  }

  private digestsOf({ plain }: Target): Readonly<Record<string, string>> {
    const digest = (value: unknown) =>
      createHmac('sha256', this.secret).update(JSON.stringify(value)).digest('base64url').slice(0, 22);
    return Object.fromEntries(
      Object.entries(plain)
        .filter(([column]) => !UNCOMPARED.has(column))
        .map(([column, value]) => [column, digest(value)]),
    );
  }
}

/** The key of a row there, which may be a secret, as it is remembered. */
export const sourceKeyOf = (key: unknown): string => tokenHash(String(key));

export const targetKeyOf = ({ table, values }: Pick<Target, 'table' | 'values'>): TargetKey => ({
  table,
  key: Object.fromEntries(keysOf(table).map((column) => [column, String(values[column])])),
});

/** `WHERE` of one row, and its values. */
export function whereOf({ key }: TargetKey): { readonly where: string; readonly values: readonly string[] } {
  return {
    where: Object.keys(key)
      .map((column) => `${column} = ?`)
      .join(' AND '),
    values: Object.values(key),
  };
}

const read = ({ target, matched, digests }: StoredRow): ImportedRow => ({
  target: JSON.parse(target) as TargetKey,
  matched: Boolean(matched),
  digests: JSON.parse(digests) as Record<string, string>,
});
