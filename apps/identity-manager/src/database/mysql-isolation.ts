import type { Pool } from 'mysql2';
import type { RowDataPacket } from 'mysql2/promise';
import { prepareConnections } from './mysql-connections';

interface Setting extends RowDataPacket {
  readonly Variable_name: string;
  readonly Value: string;
}

/** A binary log of statements; with it the server refuses writes that may not read the same rows again. */
async function logsStatements(pool: Pool): Promise<boolean> {
  const [rows] = await pool
    .promise()
    .query<Setting[]>("SHOW VARIABLES WHERE Variable_name IN ('log_bin', 'binlog_format')");
  const settings = new Map(rows.map(({ Variable_name, Value }) => [Variable_name, Value]));
  return settings.get('log_bin') === 'ON' && settings.get('binlog_format') === 'STATEMENT';
}

/**
 * Makes MySQL and MariaDB isolate transactions as PostgreSQL does, READ COMMITTED. As they do it by themselves, who looks for a
 * row that is not there keeps all others from the place where it would be, so any two that remove nothing and then insert
 * there are a deadlock: ten people who sign up at once are nine.
 *
 * Not where the binary log keeps statements: what met there is tried again (`Sql.atomically`).
 */
export async function readCommitted(pool: Pool): Promise<void> {
  if (await logsStatements(pool)) return;
  prepareConnections(pool, (connection) => {
    // One that fails is broken: the next statement says so.
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', () => undefined);
  });
}
