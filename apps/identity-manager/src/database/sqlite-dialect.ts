import type BetterSqlite3 from 'better-sqlite3';
import { foldText } from './fold-text';
import type { SqlValue, Step } from './dialect';
import { Sql } from './sql';
import { noSync, WalSync, type CommitSync } from './wal-sync';

class Undo extends Error {}

const bindable = (value: SqlValue) => (typeof value === 'boolean' ? Number(value) : value);

/** A write that waits for the next commit, and what to tell its caller afterwards. */
interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly result: unknown } | { readonly error: unknown };

/**
 * better-sqlite3 is synchronous: a group runs without any other request in between.
 *
 * Writes of one turn of the event loop are committed together: a commit costs more than the rows in it, and every
 * caller hears of success only after it is on the disk. Each write has a savepoint of its own, so one that fails takes no other with it.
 */
export class SqliteDialect extends Sql {
  private readonly statements = new Map<string, BetterSqlite3.Statement>();
  private readonly commit: BetterSqlite3.Transaction<(writes: readonly Waiting[]) => Outcome[]>;
  private readonly group: BetterSqlite3.Transaction<(steps: readonly Step[]) => void>;
  private waiting: Waiting[] = [];

  constructor(
    private readonly connection: BetterSqlite3.Database,
    private readonly disk: CommitSync = connection.memory ? noSync : new WalSync(`${connection.name}-wal`),
  ) {
    super();
    // SQLite lowers ASCII only.
    connection.function('fold_text', { deterministic: true }, (text: unknown) =>
      typeof text === 'string' ? foldText(text) : text,
    );
    // A transaction inside another one becomes a savepoint.
    this.group = connection.transaction((steps: readonly Step[]) => {
      for (const step of steps) {
        const changes = this.change(step);
        if (step.expect !== undefined && changes !== step.expect) throw new Undo();
      }
    });
    this.commit = connection.transaction((writes: readonly Waiting[]) =>
      writes.map((write) => this.attempt(write)),
    );
  }

  run(step: Step): Promise<number> {
    return this.write(() => this.change(step));
  }

  protected async select(sql: string, values: readonly SqlValue[]): Promise<unknown[]> {
    return this.prepare(sql).all(values.map(bindable));
  }

  protected transact(steps: readonly Step[]): Promise<boolean> {
    return this.write(() => {
      try {
        this.group(steps);
        return true;
      } catch (error) {
        if (error instanceof Undo) return false;
        throw error;
      }
    });
  }

  protected foldedText(column: string): string {
    return `fold_text(${column})`;
  }

  private change({ sql, values }: Step): number {
    return this.prepare(sql).run(values.map(bindable)).changes;
  }

  private write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => this.flush());
      this.waiting.push({ work, resolve: resolve, reject });
    });
  }

  private flush(): void {
    const writes = this.waiting;
    this.waiting = [];
    try {
      void this.answer(writes, this.commitTogether(writes));
    } catch (error) {
      for (const { reject } of writes) reject(error);
    }
  }

  private commitTogether(writes: readonly Waiting[]): Outcome[] {
    // The disk is waited for afterwards, off the event loop; whoever writes past this class has SQLite wait for it.
    this.connection.pragma('synchronous = NORMAL');
    try {
      // Immediate: takes the write lock first, so two processes never meet half-way.
      return this.commit.immediate(writes);
    } finally {
      this.connection.pragma('synchronous = FULL');
    }
  }

  private async answer(writes: readonly Waiting[], outcomes: readonly Outcome[]): Promise<void> {
    try {
      await this.disk.synced();
    } catch (error) {
      for (const { reject } of writes) reject(error);
      return;
    }
    writes.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome && 'result' in outcome) resolve(outcome.result as never);
      else reject(outcome?.error);
    });
  }

  /** One statement that fails leaves the transaction as it was before it; a failure that ended it fails all. */
  private attempt({ work }: Waiting): Outcome {
    try {
      return { result: work() };
    } catch (error) {
      if (!this.connection.inTransaction) throw error;
      return { error };
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
