import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

/** A refresh token as it is stored. */
export interface StoredRefreshToken {
  readonly hash: string;
  readonly applicationId: string;
  readonly userId: string;
}

/** A database for one run. */
export interface BenchmarkDatabase {
  readonly name: string;
  /** Settings with which the identity manager uses it. */
  readonly env: Record<string, string>;
  /** Stores bearer refresh tokens that live a day, behind the service's back. */
  storeRefreshTokens(tokens: readonly StoredRefreshToken[]): Promise<void>;
  drop(): Promise<void>;
}

const dayMs = 86_400_000;

export async function sqliteDatabase(): Promise<BenchmarkDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-identity-'));
  return {
    name: 'sqlite',
    env: { IDM_DATA_DIR: folder },
    storeRefreshTokens: (tokens) => {
      const database = new Sqlite(join(folder, 'identity-manager.db'), { timeout: 10_000 });
      const insert = database.prepare(
        "INSERT INTO refresh_tokens (token_hash, family_id, application_id, user_id, kind, auth_time, expires_at, created_at) VALUES (?, ?, ?, ?, 'bearer', ?, ?, ?)",
      );
      const now = Date.now();
      database.transaction(() => {
        for (const { hash, applicationId, userId } of tokens)
          insert.run(hash, `family-${hash}`.slice(0, 60), applicationId, userId, now, now + dayMs, now);
      })();
      // Otherwise the run would read its rows out of one huge write-ahead log.
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
      return Promise.resolve();
    },
    drop: () => rm(folder, { recursive: true }),
  };
}

/** On the server at the address; see tools/test-servers/with-all.mjs. */
export async function postgresDatabase(address: string): Promise<BenchmarkDatabase> {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const url = new URL(address);
  const run = async (database: string, sql: string, values: unknown[] = []) => {
    const target = new URL(address);
    target.pathname = database;
    const client = new pg.Client({ connectionString: target.href });
    await client.connect();
    await client.query(sql, values);
    await client.end();
  };
  await run('postgres', `CREATE DATABASE ${name}`);
  return {
    name: 'postgres',
    env: {
      IDM_DB_DIALECT: 'postgres',
      IDM_DB_HOST: url.hostname,
      IDM_DB_PORT: url.port,
      IDM_DB_USER: decodeURIComponent(url.username),
      IDM_DB_PASS: decodeURIComponent(url.password),
      IDM_DB_NAME: name,
      IDM_ENCRYPTION_KEY: 'a key only the benchmark uses',
    },
    storeRefreshTokens: async (tokens) => {
      const [first] = tokens;
      const now = Date.now();
      await run(
        name,
        `INSERT INTO refresh_tokens (token_hash, family_id, application_id, user_id, kind, auth_time, expires_at, created_at)
         SELECT hash, left('family-' || hash, 36), $2, $3, 'bearer', $4::bigint, $5::bigint, $4::bigint FROM unnest($1::text[]) AS hash`,
        [tokens.map(({ hash }) => hash), first?.applicationId, first?.userId, now, now + dayMs],
      );
      await run(name, 'VACUUM ANALYZE refresh_tokens');
    },
    drop: () => run('postgres', `DROP DATABASE ${name} WITH (FORCE)`),
  };
}
