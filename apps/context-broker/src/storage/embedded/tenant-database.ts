import type Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { DATA_FILE_SUFFIX } from './data-files';
import type { DamagedFiles } from './damaged-files';
import type { FileWriter, GroupWriter } from './group-writer';
import { mostOpenFiles } from './open-files';
import { Ends } from '../ends';
import { openForReading } from './schema';
import type { SqlValue } from './write-operation';

/** Pages the main thread keeps for looking up single entities. Longer reading happens in other threads. */
const READER_CACHE_KIB = 4_096;

/** Connections of the main thread kept open for all tenants together. */
const MOST_READERS = mostOpenFiles();

/** Tenants whose connection is open, the one opened first first. One set for all tenants of a broker. */
export type OpenReaders = Set<TenantDatabase>;

/** Parts that all tenants of a broker share. */
export interface SharedParts {
  readonly writer: GroupWriter;
  readonly readers: OpenReaders;
  readonly damaged: DamagedFiles;
}

/** One tenant's file: a connection of the main thread for short reads, and its writer. */
export class TenantDatabase {
  /** `<db>` or `<db>-<tenant>`, as the original names the tenant's database. */
  readonly name: string;
  /** Ends of the tenant's entities by time; empty until somebody sweeps. */
  ends = new Ends(() => Promise.resolve(Infinity));
  private readonly statements = new Map<string, Database.Statement<SqlValue[], unknown[]>>();
  private reader: Database.Database | undefined;
  private lastKey = 0;
  private lastHistorySeq = 0;

  private constructor(
    readonly tenant: string,
    readonly writer: FileWriter,
    private readonly shared: Pick<SharedParts, 'readers' | 'damaged'>,
  ) {
    this.name = basename(writer.path, DATA_FILE_SUFFIX);
  }

  /** @throws Error when the file is there and cannot be opened; TenantSetAside when it is damaged */
  static async open(path: string, tenant: string, shared: SharedParts): Promise<TenantDatabase> {
    const { writer } = shared;
    const file = writer.file(path);
    if (existsSync(path)) await writer.open(file);
    const database = new TenantDatabase(tenant, file, shared);
    database.lastKey = Number(database.read('SELECT coalesce(max(key), 0) FROM entities')[0]?.[0] ?? 0);
    database.lastHistorySeq = Number(database.read('SELECT coalesce(max(seq), 0) FROM history')[0]?.[0] ?? 0);
    return database;
  }

  get path(): string {
    return this.writer.path;
  }

  /** False until the first write is durable: there is nothing to read. */
  get hasFile(): boolean {
    return this.writer.isThere;
  }

  /** A key for a new entity, larger than all before. */
  nextKey(): number {
    this.lastKey += 1;
    return this.lastKey;
  }

  /**
   * A number for a change that is kept, larger than all before. It is the time in microseconds or more, so that it stays larger
   * when the file is emptied, or an older one put in its place.
   */
  nextHistorySeq(): number {
    this.lastHistorySeq = Math.max(this.lastHistorySeq + 1, Date.now() * 1_000);
    return this.lastHistorySeq;
  }

  /** Rows of a short statement, as arrays, run on the calling thread. Sees what is committed. @throws the driver's errors; TenantSetAside */
  read(sql: string, ...parameters: SqlValue[]): readonly (readonly unknown[])[] {
    if (!this.hasFile) return [];
    try {
      return this.prepared(sql).all(...parameters);
    } catch (error) {
      throw this.shared.damaged.noted(this.path, error);
    }
  }

  private prepared(sql: string): Database.Statement<SqlValue[], unknown[]> {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.openReader().prepare<SqlValue[], unknown[]>(sql).raw();
      this.statements.set(sql, statement);
    }
    return statement;
  }

  /** Reading opens it again. */
  closeReader(): void {
    this.shared.readers.delete(this);
    this.statements.clear();
    this.reader?.close();
    this.reader = undefined;
  }

  private openReader(): Database.Database {
    if (this.reader === undefined) {
      const { readers } = this.shared;
      const [oldest] = readers;
      if (oldest !== undefined && readers.size >= MOST_READERS) oldest.closeReader();
      this.reader = openForReading(this.path, READER_CACHE_KIB);
      readers.add(this);
    }
    return this.reader;
  }
}
