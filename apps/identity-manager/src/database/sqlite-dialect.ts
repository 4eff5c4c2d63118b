import { fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type BetterSqlite3 from 'better-sqlite3';
import { foldText } from '@smart-city/lists';
import type { SqlValue, Step } from './dialect';
import { Sql } from './sql';

const flushFile = promisify(fdatasync);

class Undo extends Error {}

const bindable = (value: SqlValue) => (typeof value === 'boolean' ? Number(value) : value);

/** A write that waits for the next commit, and what to tell its caller afterwards. */
interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Tells a caller what became of its write. */
type Answer = () => void;

/** Makes what was committed survive a power cut. @throws Error when the disk refuses */
export type CommitSync = () => Promise<void>;

/**
 * Writes SQLite's log (`<database>-wal`) out of the system's caches, off the event loop; SQLite itself would wait for the disk in
 * the middle of everything else. It appends to the log and, before it reuses it, syncs it by itself (`synchronous=NORMAL`), so
 * this is all that is missing. A database in memory has none: no power cut leaves anything of it.
 */
function logSync({ name, memory }: BetterSqlite3.Database): CommitSync {
  // The first commit makes the file; it stays while a connection is open.
  let log: number | undefined;
  return async () => {
    if (!memory) await flushFile((log ??= openSync(`${name}-wal`, 'r')));
  };
}

/**
 * better-sqlite3 is synchronous: a group runs without any other request in between.
 *
 * Writes of one turn of the event loop, and all that arrive while the disk works, are committed together: a commit costs more
 * than the rows in it, and every caller hears of success only after it is on the disk. Each write has a savepoint of its own, so
 * one that fails takes no other with it.
 */
export class SqliteDialect extends Sql {
  private readonly statements = new Map<string, BetterSqlite3.Statement>();
  private readonly commit: BetterSqlite3.Transaction<(writes: readonly Waiting[]) => Answer[]>;
  private readonly group: BetterSqlite3.Transaction<(steps: readonly Step[]) => void>;
  private waiting: Waiting[] = [];
  private isWriting = false;

  constructor(
    private readonly connection: BetterSqlite3.Database,
    private readonly sync: CommitSync = logSync(connection),
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

  atomically(steps: readonly Step[]): Promise<boolean> {
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

  protected async select(sql: string, values: readonly SqlValue[]): Promise<unknown[]> {
    return this.prepare(sql).all(values.map(bindable));
  }

  /** Only text of more than ASCII is handed to JavaScript, which costs more than all the rest of a search. */
  protected foldedText(column: string): string {
    return `CASE WHEN OCTET_LENGTH(${column}) = LENGTH(${column}) THEN LOWER(${column}) ELSE fold_text(${column}) END`;
  }

  memberOf(column: unknown, name: string): string {
    return `JSON_EXTRACT(${String(column)}, '$.${name}')`;
  }

  private change({ sql, values, isOneOff }: Step): number {
    const statement = isOneOff ? this.connection.prepare(sql) : this.prepare(sql);
    return statement.run(values.map(bindable)).changes;
  }

  private write<T>(work: () => T): Promise<T> {
    const outcome = new Promise<T>((resolve, reject) => this.waiting.push({ work, resolve, reject }));
    if (!this.isWriting) {
      this.isWriting = true;
      // Those of this turn of the event loop go together.
      setImmediate(() => void this.drain());
    }
    return outcome;
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) await this.settle(this.waiting.splice(0));
    this.isWriting = false;
  }

  /** Never rejects: each caller hears what became of its own write. */
  private async settle(writes: readonly Waiting[]): Promise<void> {
    try {
      const answers = this.commitTogether(writes);
      await this.sync();
      for (const answer of answers) answer();
    } catch (error) {
      for (const { reject } of writes) reject(error);
    }
  }

  private commitTogether(writes: readonly Waiting[]): Answer[] {
    // The disk is waited for afterwards, off the event loop; whoever writes past this class has SQLite wait for it.
    // `exec`: `pragma` makes a statement each time, seven times the work.
    this.connection.exec('PRAGMA synchronous = NORMAL');
    try {
      // Immediate: takes the write lock first, so two processes never meet half-way.
      return this.commit.immediate(writes);
    } finally {
      this.connection.exec('PRAGMA synchronous = FULL');
    }
  }

  /** One statement that fails leaves the transaction as it was before it; a failure that ended it fails all. */
  private attempt({ work, resolve, reject }: Waiting): Answer {
    try {
      const result = work();
      return () => resolve(result as never);
    } catch (error) {
      if (!this.connection.inTransaction) throw error;
      return () => reject(error);
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
