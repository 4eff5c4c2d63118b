import type { Pool, PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { isDatabaseUnavailable } from './database-errors';
import type { SqlValue, Step } from './dialect';
import type { Run, ServerDialect } from './grouped-writes';
import { withoutUnparted } from './unparted-letters';

/** MySQL and MariaDB through the binary protocol; mysql2 keeps prepared statements per connection. */
export class MysqlDialect implements ServerDialect {
  constructor(private readonly pool: Pool) {}

  async select(sql: string, values: readonly SqlValue[]): Promise<unknown[]> {
    const [rows] = await this.pool.execute<RowDataPacket[]>(sql, [...values]);
    return rows;
  }

  async run({ sql, values }: Step): Promise<number> {
    const [result] = await this.pool.execute<ResultSetHeader>(sql, [...values]);
    return result.affectedRows;
  }

  async transaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const connection = await this.pool.getConnection();
    try {
      const result = await this.runWithin(connection, work);
      connection.release();
      return result;
    } catch (error) {
      // A transaction left open on a lost connection must not meet the next one; its end rolls back.
      if (isDatabaseUnavailable(error)) connection.destroy();
      else connection.release();
      throw error;
    }
  }

  /**
   * The tables tell accents apart (`utf8mb4_bin`); this collation does not. Accents stored decomposed are taken away
   * before; there are none in ASCII.
   */
  foldedText(column: string): string {
    const bare = `REGEXP_REPLACE(${column}, '[\u0300-\u036f]', '')`;
    return `CASE WHEN LENGTH(${column}) = CHAR_LENGTH(${column}) THEN ${column} ELSE ${withoutUnparted(bare)} END COLLATE utf8mb4_unicode_ci`;
  }

  memberOf(column: unknown, name: string): string {
    return `JSON_UNQUOTE(JSON_EXTRACT(${String(column)}, '$.${name}')) COLLATE utf8mb4_bin`;
  }

  private async runWithin<T>(connection: PoolConnection, work: (run: Run) => Promise<T>): Promise<T> {
    const run = async ({ sql, values }: Step) => {
      const [result] = await connection.execute<ResultSetHeader>(sql, [...values]);
      return result.affectedRows;
    };
    await connection.beginTransaction();
    try {
      const result = await work(run);
      await connection.commit();
      return result;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) await connection.rollback().catch(() => undefined);
      throw error;
    }
  }
}
