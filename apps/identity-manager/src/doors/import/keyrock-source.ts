import mysql, { type Connection } from 'mysql2/promise';
import pg from 'pg';

/** One row of Keyrock's database, columns as they are called there. */
export type KeyrockRow = Readonly<Record<string, unknown>>;

/** Which rows of a table of tokens still count. */
export type TokenState = 'live' | 'expired' | 'ended';

/** A Keyrock database, read only, as it was when it was opened. */
export interface KeyrockSource {
  /** Whether this Keyrock has the table. */
  has(table: string): Promise<boolean>;
  /**
   * The rows of a table, some hundreds at a time, in the order of one key: of two rows that exclude each other it is
   * always the same one that is taken. Each page is found through an index, wherever the table has one that fits.
   *
   * @param key    the column that names a row; the order, unless only another column has an index of its own
   * @param state  of tokens: only those in this state
   */
  pages(table: string, key: string, state?: TokenState): AsyncGenerator<readonly KeyrockRow[]>;
  count(table: string, state?: TokenState): Promise<number>;
  close(): Promise<void>;
}

/** How the two databases differ. */
interface SourceDialect {
  readonly quote: (name: string) => string;
  /** The mark of the parameter at this position, from 1. */
  readonly mark: (position: number) => string;
  /** A query for the columns (`name`) that alone are a unique index and never null, for the table's name; the primary key first. */
  readonly uniqueColumns: string;
  query(sql: string, values: readonly unknown[]): Promise<readonly KeyrockRow[]>;
  close(): Promise<void>;
}

const PAGE = 500;

class SqlKeyrockSource implements KeyrockSource {
  private readonly openedAt = new Date();
  private tables: ReadonlySet<string> | undefined;

  constructor(
    private readonly dialect: SourceDialect,
    private readonly schema: string,
  ) {}

  async has(table: string): Promise<boolean> {
    if (!this.tables) {
      const rows = await this.dialect.query(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ${this.schema}`,
        [],
      );
      this.tables = new Set(rows.map(({ name }) => String(name)));
    }
    return this.tables.has(table);
  }

  async *pages(table: string, key: string, state?: TokenState): AsyncGenerator<readonly KeyrockRow[]> {
    const { quote, mark } = this.dialect;
    const { condition, values } = this.conditionOf(state);
    const order = await this.orderOf(table, key);
    let last: unknown;
    for (;;) {
      const behind = last === undefined ? '' : ` AND ${quote(order)} > ${mark(values.length + 1)}`;
      const rows = await this.dialect.query(
        `SELECT * FROM ${quote(table)} WHERE ${condition}${behind} ORDER BY ${quote(order)} LIMIT ${PAGE}`,
        last === undefined ? values : [...values, last],
      );
      const end = rows.at(-1);
      if (end === undefined) return;
      yield rows;
      if (rows.length < PAGE) return;
      last = end[order];
    }
  }

  async count(table: string, state?: TokenState): Promise<number> {
    const { condition, values } = this.conditionOf(state);
    const [row] = await this.dialect.query(
      `SELECT COUNT(*) AS found FROM ${this.dialect.quote(table)} WHERE ${condition}`,
      values,
    );
    return Number(row?.['found'] ?? 0);
  }

  close(): Promise<void> {
    return this.dialect.close();
  }

  /**
   * The column to page by. Keyrock 8 gave `oauth_access_token` the key `hash` and left `access_token` without an index; by
   * that every page would read and sort the whole table.
   */
  private async orderOf(table: string, key: string): Promise<string> {
    const rows = await this.dialect.query(this.dialect.uniqueColumns, [table]);
    const columns = rows.map(({ name }) => String(name));
    return columns.includes(key) ? key : (columns[0] ?? key);
  }

  private conditionOf(state: TokenState | undefined): {
    readonly condition: string;
    readonly values: readonly unknown[];
  } {
    const { mark } = this.dialect;
    switch (state) {
      case undefined:
        return { condition: '1 = 1', values: [] };
      case 'live':
        return { condition: `valid AND (expires IS NULL OR expires > ${mark(1)})`, values: [this.openedAt] };
      case 'expired':
        return { condition: `valid AND expires <= ${mark(1)}`, values: [this.openedAt] };
      case 'ended':
        return { condition: 'valid IS NULL OR NOT valid', values: [] };
    }
  }
}

async function openMysql(url: string): Promise<KeyrockSource> {
  const connection: Connection = await mysql.createConnection({
    uri: url,
    timezone: 'Z',
    charset: 'utf8mb4',
  });
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  const dialect: SourceDialect = {
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    mark: () => '?',
    uniqueColumns:
      'SELECT MIN(column_name) AS name FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND non_unique = 0 ' +
      "GROUP BY index_name HAVING COUNT(*) = 1 AND MAX(nullable) <> 'YES' AND MAX(sub_part) IS NULL ORDER BY index_name <> 'PRIMARY', index_name",
    query: async (sql, values) => (await connection.query(sql, [...values]))[0] as KeyrockRow[],
    close: () => connection.end(),
  };
  return new SqlKeyrockSource(dialect, 'DATABASE()');
}

async function openPostgres(url: string): Promise<KeyrockSource> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const dialect: SourceDialect = {
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    mark: (position) => `$${position}`,
    uniqueColumns:
      'SELECT attname AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0] ' +
      "WHERE indrelid = to_regclass(format('%I.%I', current_schema(), $1::text)) AND indisunique AND indisvalid " +
      'AND indnkeyatts = 1 AND indpred IS NULL AND indexprs IS NULL AND attnotnull ORDER BY indisprimary DESC, attname',
    query: async (sql, values) => (await client.query(sql, [...values])).rows as KeyrockRow[],
    close: () => client.end(),
  };
  return new SqlKeyrockSource(dialect, 'current_schema()');
}

/** @throws Error when the address is neither mysql://, mariadb:// nor postgres(ql)://, or the database is not reachable */
export async function openKeyrock(url: string): Promise<KeyrockSource> {
  if (/^(mysql|mariadb):\/\//.test(url)) return openMysql(url.replace(/^mariadb:/, 'mysql:'));
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url);
  throw new Error(
    'the address of the Keyrock database must begin with mysql://, mariadb:// or postgresql://',
  );
}
