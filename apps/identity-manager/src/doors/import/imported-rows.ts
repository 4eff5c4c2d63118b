import { createHmac, type KeyObject } from 'node:crypto';
import type { Step } from '../../database/dialect';
import { KeyrockRowRow } from '../../database/entities/keyrock-row.row';
import { RefreshTokenRow } from '../../database/entities/token.row';
import { UserRow } from '../../database/entities/user.row';
import { expression, names } from '../../database/names';
import { marks, query, selectFrom } from '../../database/query';
import { deleteWhere, insertInto, updateWhere } from '../../database/statements';
import { rowKey, type RowKey } from '../../database/tables';
import type { Sql } from '../../database/sql';
import { tokenHash } from '../../service/random-token';
import type { Target } from './keyrock-values';

/** What is known of a row of Keyrock's that an earlier run took. */
export interface ImportedRow {
  readonly target: RowKey;
  /** It was here before the import: nothing changes or removes it. */
  readonly matched: boolean;
  readonly digests: Readonly<Record<string, string>>;
}

const stored = names(KeyrockRowRow);
const readProperties = ['sourceKey', 'target', 'matched', 'digests'] as const;
type StoredRow = Pick<KeyrockRowRow, (typeof readProperties)[number]>;

const gone = `WHERE ${stored.source} = ? AND ${stored.seenAt} < ?`;
const countGone = query(
  { found: expression('COUNT(*)', Number) },
  `FROM ${stored.table} ${gone} AND NOT ${stored.matched}`,
);
const takenBy = selectFrom(
  KeyrockRowRow,
  ['sourceKey'],
  (row) => `WHERE ${row.source} = ? AND ${row.target} = ?`,
);
const isOne = `${stored.source} = ? AND ${stored.sourceKey} = ?`;
const insert = insertInto(KeyrockRowRow, ['source', 'sourceKey', 'target', 'matched', 'digests', 'seenAt']);
const update = updateWhere(KeyrockRowRow, ['target', 'digests', 'seenAt'], () => isOne);
const remove = deleteWhere(KeyrockRowRow, () => isOne);
const areSome = (keys: readonly string[]) =>
  `${stored.source} = ? AND ${stored.sourceKey} IN (${marks(keys)})`;

/** Columns that say when a row was made here, or follow from another column, not what it is. */
const UNCOMPARED: ReadonlySet<string> = new Set(
  [names(RefreshTokenRow).createdAt, names(RefreshTokenRow).authTime, names(UserRow).loginName].map(String),
);

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
    const rows = await this.sql.all(
      selectFrom(KeyrockRowRow, readProperties, () => `WHERE ${areSome(keys)}`),
      source,
      ...keys,
    );
    return new Map(rows.map((row) => [row.sourceKey, read(row)]));
  }

  /** Marks rows as still being there. */
  async seen(source: string, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.sql.run(
      updateWhere(KeyrockRowRow, ['seenAt'], () => areSome(keys))({ seenAt: this.runAt }, source, ...keys),
    );
  }

  /**
   * Some rows that this run did not see: Keyrock has them no longer.
   *
   * @param after  the last source key of the rows before; '' for the first ones
   */
  async gone(
    source: string,
    after: string,
    limit: number,
  ): Promise<readonly (ImportedRow & { readonly sourceKey: string })[]> {
    const rows = await this.sql.all(
      selectFrom(
        KeyrockRowRow,
        readProperties,
        (row) => `${gone} AND ${row.sourceKey} > ? ORDER BY ${row.sourceKey} LIMIT ${limit}`,
      ),
      source,
      this.runAt,
      after,
    );
    return rows.map((row) => ({ ...read(row), sourceKey: row.sourceKey }));
  }

  /** How many of a table this run did not see. */
  async countGone(source: string): Promise<number> {
    return (await this.sql.first(countGone, source, this.runAt))?.found ?? 0;
  }

  /** The step that remembers a new row. */
  remember(source: string, sourceKey: string, target: Target, matched = false): Step {
    return insert({ source, sourceKey, matched, ...this.rememberedOf(target) });
  }

  /** The step that remembers what a row has become. */
  replace(source: string, sourceKey: string, target: Target): Step {
    return update(this.rememberedOf(target), source, sourceKey);
  }

  /** The step that forgets a row. */
  forget(source: string, sourceKey: string): Step {
    return remove(source, sourceKey);
  }

  /** Whether another row of Keyrock's became this row here. */
  async isTaken(source: string, target: RowKey): Promise<boolean> {
    return (await this.sql.first(takenBy, source, JSON.stringify(target))) !== undefined;
  }

  /** Columns whose value there is another than when the row was last taken. */
  changedColumns(known: ImportedRow, target: Target): readonly string[] {
    const digests = this.digestsOf(target);
    return Object.keys(digests).filter((column) => digests[column] !== known.digests[column]);
  }

  private rememberedOf(target: Target): Pick<KeyrockRowRow, 'target' | 'digests' | 'seenAt'> {
    return {
      target: JSON.stringify(rowKey(target)),
      digests: JSON.stringify(this.digestsOf(target)),
      seenAt: this.runAt,
    };
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

const read = ({ target, matched, digests }: StoredRow): ImportedRow => ({
  target: JSON.parse(target) as RowKey,
  matched,
  digests: JSON.parse(digests) as Record<string, string>,
});
