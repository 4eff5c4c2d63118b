import type Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { DATA_FILE_SUFFIX } from './data-files';
import type { FileWriter, GroupWriter } from './group-writer';
import { openForReading } from './schema';
import type { SqlValue } from './write-operation';

/** Pages the main thread keeps for looking up single entities. Longer reading happens in other threads. */
const READER_CACHE_KIB = 4_096;

/** Connections of the main thread kept open for all tenants together. */
const MOST_READERS = 64;

/** Tenants whose connection is open, the one opened first first. One set for all tenants of a broker. */
export type OpenReaders = Set<TenantDatabase>;

/** One tenant's file: a connection of the main thread for short reads, and its writer. */
export class TenantDatabase {
  /** `<db>` or `<db>-<tenant>`, as the original names the tenant's database. */
  readonly name: string;
  private readonly statements = new Map<string, Database.Statement<SqlValue[], unknown[]>>();
  private reader: Database.Database | undefined;
  private lastKey = 0;

  private constructor(
    readonly tenant: string,
    readonly writer: FileWriter,
    private readonly readers: OpenReaders,
  ) {
    this.name = basename(writer.path, DATA_FILE_SUFFIX);
  }

  /** @throws Error when the file is there and cannot be opened */
  static async open(
    path: string,
    tenant: string,
    writer: GroupWriter,
    readers: OpenReaders,
  ): Promise<TenantDatabase> {
    const file = writer.file(path);
    if (existsSync(path)) await writer.open(file);
    const database = new TenantDatabase(tenant, file, readers);
    database.lastKey = Number(database.read('SELECT coalesce(max(key), 0) FROM entities')[0]?.[0] ?? 0);
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

  /** Rows of a short statement, as arrays, run on the calling thread. Sees what is committed. */
  read(sql: string, ...parameters: SqlValue[]): readonly (readonly unknown[])[] {
    if (!this.hasFile) return [];
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.openReader().prepare<SqlValue[], unknown[]>(sql).raw();
      this.statements.set(sql, statement);
    }
    return statement.all(...parameters);
  }

  /** Reading opens it again. */
  closeReader(): void {
    this.readers.delete(this);
    this.statements.clear();
    this.reader?.close();
    this.reader = undefined;
  }

  private openReader(): Database.Database {
    if (this.reader === undefined) {
      const [oldest] = this.readers;
      if (oldest !== undefined && this.readers.size >= MOST_READERS) oldest.closeReader();
      this.reader = openForReading(this.path, READER_CACHE_KIB);
      this.readers.add(this);
    }
    return this.reader;
  }
}
