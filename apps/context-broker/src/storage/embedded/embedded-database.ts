import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { DatabaseMonitor } from '../database-monitor';
import { dataFileName, dataFiles, isTenantName, lockFolder, tenantOfFile } from './data-files';
import { DamagedFiles } from './damaged-files';
import { DocumentTable } from './document-table';
import type { TenantDatabases } from './document-table';
import { GroupWriter } from './group-writer';
import { TenantSetAside } from '../tenant-set-aside';
import { TenantDatabase, type OpenReaders } from './tenant-database';

export interface EmbeddedDatabaseOptions {
  /** The folder of `sqlite:<folder>`; created when missing. */
  readonly folder: string;
  /** `-db`, the default tenant's database and the prefix of the others. */
  readonly dbName: string;
  readonly monitor?: DatabaseMonitor;
}

/**
 * The database files of one broker: one per tenant, as the original has one database per tenant, with one
 * writing thread for all of them. Every embedded store of the process shares one of these.
 *
 * @example
 * const databases = await EmbeddedDatabases.open({ folder: '/var/lib/broker', dbName: 'orion' });
 * const entities = new EmbeddedEntityStore(databases);
 * const subscriptions = databases.documents('smartcity', 'csubs');
 */
export class EmbeddedDatabases implements TenantDatabases {
  private readonly tenants = new Map<string, Promise<TenantDatabase>>();
  private readonly openReaders: OpenReaders = new Set();
  private closing: Promise<void> | undefined;

  /** @throws Error when another process uses the same database, or its files are from a newer version */
  static async open({ folder, dbName, monitor }: EmbeddedDatabaseOptions): Promise<EmbeddedDatabases> {
    if (!/^[\w-]+$/.test(dbName)) throw new Error(`'${dbName}' is not a database name`);
    const absolute = resolve(folder);
    const unlock = lockFolder(absolute, dbName);
    const damaged = new DamagedFiles(dbName, monitor);
    try {
      return new EmbeddedDatabases(
        absolute,
        dbName,
        unlock,
        damaged,
        await GroupWriter.start({ monitor, damaged }),
      );
    } catch (error) {
      unlock();
      throw error;
    }
  }

  private constructor(
    readonly folder: string,
    readonly dbName: string,
    private readonly unlock: () => void,
    readonly damaged: DamagedFiles,
    private readonly writer: GroupWriter,
  ) {
    damaged.onFound((path) => void this.tenants.delete(tenantOfFile(basename(path), dbName) ?? ''));
  }

  /** The tenant's database, or undefined while nothing was written to it. @throws TenantSetAside  (rejects) its file is damaged */
  existing(tenant: string): Promise<TenantDatabase> | undefined {
    return this.tenants.get(tenant) ?? (existsSync(this.path(tenant)) ? this.create(tenant) : undefined);
  }

  /** The tenant's database; the file itself is made by the first write. @throws TenantSetAside  (rejects) its file is damaged */
  create(tenant: string): Promise<TenantDatabase> {
    let database = this.tenants.get(tenant);
    if (database === undefined) {
      database = this.open(tenant);
      this.tenants.set(tenant, database);
      // A file that could not be opened (disk trouble) is tried again by the next request.
      database.catch(() => this.tenants.delete(tenant));
    }
    return database;
  }

  private async open(tenant: string): Promise<TenantDatabase> {
    const path = this.path(tenant);
    if (this.damaged.has(path)) throw new TenantSetAside();
    const { writer, openReaders: readers, damaged } = this;
    return TenantDatabase.open(path, tenant, { writer, readers, damaged });
  }

  /** Tries a write where the last one failed. @throws NgsiError  the disk takes none */
  checkWrites(): Promise<void> {
    return this.writer.checkWrites();
  }

  /** A named collection of documents of a tenant; see {@link DocumentTable}. Opens nothing until it is used. */
  documents(tenant: string, collection: string): DocumentTable {
    return new DocumentTable(this, tenant, collection);
  }

  /** Tenants that have a file, and the default one (''). */
  async listTenants(): Promise<readonly string[]> {
    const files = await dataFiles(this.folder, this.dbName);
    const tenants = files.map((path) => tenantOfFile(basename(path), this.dbName) ?? '');
    return [...new Set(['', ...tenants])].sort();
  }

  /** Does work for one tenant after the other, passing over those whose file is damaged. */
  async forEachTenant(work: (tenant: string) => Promise<void>): Promise<void> {
    for (const tenant of await this.listTenants())
      try {
        await work(tenant);
      } catch (error) {
        if (!(error instanceof TenantSetAside)) throw error;
      }
  }

  /** Writes out what is pending and closes every file. Calling it again is harmless. */
  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    const opened = await Promise.allSettled(this.tenants.values());
    // The writer last: whoever closes a file last folds its log into it.
    for (const database of [...this.openReaders]) database.closeReader();
    const files = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value.writer] : []));
    await Promise.allSettled(files.map((file) => this.writer.close(file)));
    await this.writer.stop();
    this.unlock();
  }

  /** The file of a tenant, whether or not it is there. */
  path(tenant: string): string {
    if (tenant !== '' && !isTenantName(tenant)) throw new Error(`'${tenant}' is not a tenant name`);
    return join(this.folder, dataFileName(this.dbName, tenant));
  }
}
