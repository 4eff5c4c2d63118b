import type BetterSqlite3 from 'better-sqlite3';
import type { SqlDialect, SqlValue, Step } from './dialect';

class Undo extends Error {}

const bindable = (value: SqlValue) => (typeof value === 'boolean' ? Number(value) : value);

/** better-sqlite3 is synchronous: a group runs without any other request in between. */
export class SqliteDialect implements SqlDialect {
  private readonly statements = new Map<string, BetterSqlite3.Statement>();
  private readonly group: BetterSqlite3.Transaction<(steps: readonly Step[]) => void>;

  constructor(private readonly connection: BetterSqlite3.Database) {
    this.group = connection.transaction((steps: readonly Step[]) => {
      for (const { sql, values, expect } of steps) {
        const { changes } = this.prepare(sql).run(values.map(bindable));
        if (expect !== undefined && changes !== expect) throw new Undo();
      }
    });
  }

  async all<Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.prepare(sql).all(values.map(bindable)) as Row[];
  }

  async run(sql: string, values: readonly SqlValue[]): Promise<number> {
    return this.prepare(sql).run(values.map(bindable)).changes;
  }

  async atomically(steps: readonly Step[]): Promise<boolean> {
    try {
      // Immediate: takes the write lock first, so two processes never meet half-way.
      this.group.immediate(steps);
      return true;
    } catch (error) {
      if (error instanceof Undo) return false;
      throw error;
    }
  }

  private prepare(sql: string): BetterSqlite3.Statement {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.connection.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}
