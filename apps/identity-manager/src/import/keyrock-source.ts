import mysql from 'mysql2/promise';
import pg from 'pg';

/** One row of Keyrock's database, columns as they are called there. */
export type KeyrockRow = Readonly<Record<string, unknown>>;

/** A Keyrock database, read only. */
export interface KeyrockSource {
  /**
   * All rows of a table, by its first column, which is its key: of two rows that exclude each other it is always the same one
   * that is taken. Undefined when this Keyrock has no such table.
   */
  rows(table: string): Promise<readonly KeyrockRow[] | undefined>;
  close(): Promise<void>;
}

const isMissingTable = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ER_NO_SUCH_TABLE' || error.code === '42P01');

async function orMissing(
  read: () => Promise<readonly KeyrockRow[]>,
): Promise<readonly KeyrockRow[] | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isMissingTable(error)) return undefined;
    throw error;
  }
}

async function openMysql(url: string): Promise<KeyrockSource> {
  const connection = await mysql.createConnection({ uri: url, timezone: 'Z', charset: 'utf8mb4' });
  await connection.query('SET SESSION TRANSACTION READ ONLY');
  return {
    rows: (table) =>
      orMissing(async () => {
        const [rows] = await connection.query(`SELECT * FROM \`${table}\` ORDER BY 1`);
        return rows as KeyrockRow[];
      }),
    close: () => connection.end(),
  };
}

async function openPostgres(url: string): Promise<KeyrockSource> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY');
  return {
    rows: (table) =>
      orMissing(async () => (await client.query(`SELECT * FROM "${table}" ORDER BY 1`)).rows as KeyrockRow[]),
    close: () => client.end(),
  };
}

/** @throws Error when the address is neither mysql://, mariadb:// nor postgres(ql)://, or the database is not reachable */
export async function openKeyrock(url: string): Promise<KeyrockSource> {
  if (/^(mysql|mariadb):\/\//.test(url)) return openMysql(url.replace(/^mariadb:/, 'mysql:'));
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url);
  throw new Error(
    'the address of the Keyrock database must begin with mysql://, mariadb:// or postgresql://',
  );
}
