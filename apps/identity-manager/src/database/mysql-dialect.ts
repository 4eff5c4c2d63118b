import type { Pool, PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { isDatabaseUnavailable } from './database-errors';
import type { SqlDialect, SqlValue, Step } from './dialect';

/** MySQL and MariaDB through the binary protocol; mysql2 keeps prepared statements per connection. */
export class MysqlDialect implements SqlDialect {
  constructor(private readonly pool: Pool) {}

  async all<Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]> {
    const [rows] = await this.pool.execute<RowDataPacket[]>(sql, [...values]);
    return rows as unknown as Row[];
  }

  async run(sql: string, values: readonly SqlValue[]): Promise<number> {
    const [result] = await this.pool.execute<ResultSetHeader>(sql, [...values]);
    return result.affectedRows;
  }

  async atomically(steps: readonly Step[]): Promise<boolean> {
    const connection = await this.pool.getConnection();
    try {
      const done = await this.runGroup(connection, steps);
      connection.release();
      return done;
    } catch (error) {
      // A transaction left open on a lost connection must not meet the next one; its end rolls back.
      if (isDatabaseUnavailable(error)) connection.destroy();
      else connection.release();
      throw error;
    }
  }

  /** The tables tell accents apart (`utf8mb4_bin`); this collation does not. What is stored decomposed keeps its accents. */
  folded(column: string): string {
    return `${column} COLLATE utf8mb4_unicode_ci`;
  }

  private async runGroup(connection: PoolConnection, steps: readonly Step[]): Promise<boolean> {
    await connection.beginTransaction();
    try {
      for (const { sql, values, expect } of steps) {
        const [result] = await connection.execute<ResultSetHeader>(sql, [...values]);
        if (expect !== undefined && result.affectedRows !== expect) {
          await connection.rollback();
          return false;
        }
      }
      await connection.commit();
      return true;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) await connection.rollback().catch(() => undefined);
      throw error;
    }
  }
}
