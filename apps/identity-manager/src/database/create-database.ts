import type { Options } from '../cli/options';

type Target = Pick<
  Options['database'],
  'dialect' | 'host' | 'port' | 'user' | 'password' | 'name' | 'timeoutMs'
>;

/** What a server answers when it has no database of that name. */
const MISSING = new Set(['ER_BAD_DB_ERROR', '3D000']);

export const isDatabaseMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && MISSING.has(String(error.code));

/**
 * Makes the database on its server, as Keyrock does at its start: an installation names a fresh server and nothing else.
 *
 * @throws the driver's error when the user may not
 */
export async function createDatabase(target: Target): Promise<void> {
  const { host, port, user, password, name, timeoutMs } = target;
  if (target.dialect === 'postgres') {
    const { default: pg } = await import('pg');
    const client = new pg.Client({
      host,
      port: port ?? 5432,
      user,
      password,
      database: 'postgres',
      connectionTimeoutMillis: timeoutMs,
    });
    await client.connect();
    try {
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    } finally {
      await client.end();
    }
    return;
  }
  const { default: mysql } = await import('mysql2/promise');
  const connection = await mysql.createConnection({
    host,
    port: port ?? 3306,
    user,
    password,
    connectTimeout: timeoutMs,
  });
  try {
    await connection.query(`CREATE DATABASE IF NOT EXISTS ${mysql.escapeId(name)} CHARACTER SET utf8mb4`);
  } finally {
    await connection.end();
  }
}
