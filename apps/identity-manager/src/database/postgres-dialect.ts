import type { Pool, PoolClient, QueryConfig } from 'pg';
import { isDatabaseUnavailable } from './database-errors';
import type { SqlValue, Step } from './dialect';
import type { Run, ServerDialect } from './grouped-writes';
import { withoutUnparted } from './unparted-letters';

interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** A connection that breaks between two statements fails the next one; unheard, its event would end the process. */
const ignore = () => undefined;

/** The text as PostgreSQL takes it, with `$1` for the first `?`. */
function numbered(sql: string): string {
  let position = 0;
  return sql.replace(/\?/g, () => `$${++position}`);
}

/** Statements are named, so the server parses and plans each once per connection; those of one use are not. */
export class PostgresDialect implements ServerDialect {
  private readonly statements = new Map<string, Prepared>();

  constructor(private readonly pool: Pool) {}

  async select(sql: string, values: readonly SqlValue[]): Promise<unknown[]> {
    const { rows } = await this.pool.query({ ...this.prepare(sql), values: [...values] });
    return rows as unknown[];
  }

  async run(step: Step): Promise<number> {
    const { rowCount } = await this.pool.query(this.queryOf(step));
    return rowCount ?? 0;
  }

  async transaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    client.on('error', ignore);
    let broken: Error | undefined;
    try {
      return await this.runWithin(client, work);
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.off('error', ignore);
      // A connection that failed to roll back must not return to the pool.
      client.release(isDatabaseUnavailable(broken) ? broken : undefined);
    }
  }

  /** Without the extension `unaccent`, which the user of a database may not install. There is nothing to take from ASCII. */
  foldedText(column: string): string {
    const plain = `OCTET_LENGTH(${column}) = CHAR_LENGTH(${column})`;
    const bare = `REGEXP_REPLACE(NORMALIZE(${column}, NFD), '[\\u0300-\\u036f]', '', 'g')`;
    return `LOWER(CASE WHEN ${plain} THEN ${column} ELSE ${withoutUnparted(bare)} END)`;
  }

  memberOf(column: unknown, name: string): string {
    return `CAST(${String(column)} AS json) ->> '${name}'`;
  }

  private async runWithin<T>(client: PoolClient, work: (run: Run) => Promise<T>): Promise<T> {
    const run = async (step: Step) => {
      const { rowCount } = await client.query(this.queryOf(step));
      return rowCount ?? 0;
    };
    await client.query('BEGIN');
    try {
      const result = await work(run);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  private queryOf({ sql, values, isOneOff }: Step): QueryConfig {
    return { ...(isOneOff ? { text: numbered(sql) } : this.prepare(sql)), values: [...values] };
  }

  private prepare(sql: string): Prepared {
    let prepared = this.statements.get(sql);
    if (!prepared) {
      prepared = { name: `idm_${this.statements.size}`, text: numbered(sql) };
      this.statements.set(sql, prepared);
    }
    return prepared;
  }
}
