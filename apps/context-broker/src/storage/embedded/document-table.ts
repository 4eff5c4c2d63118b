import type { TenantDatabase } from './tenant-database';
import { VALUE } from './sql-condition';

/** Finds the file of a tenant. */
export interface TenantDatabases {
  create(tenant: string): Promise<TenantDatabase>;
  existing(tenant: string): Promise<TenantDatabase> | undefined;
}

/**
 * A small collection of JSON documents by id, in the tenant's database file beside its entities, for stores whose documents are
 * few and held in memory anyway (subscriptions, registrations). Writes are as durable as those of entities, and share
 * their commits.
 *
 * @example
 * const table = databases.documents('smartcity', 'csubs');
 * await table.put(subscription.id, JSON.stringify(subscription)); // durable when it resolves
 * for (const { id, json } of await table.list()) load(id, JSON.parse(json));
 */
export class DocumentTable {
  private readonly databases: TenantDatabases;

  constructor(
    databases: TenantDatabases,
    /** '' is the default tenant. */
    readonly tenant: string,
    readonly collection: string,
  ) {
    this.databases = databases;
  }

  /** Creates or replaces; a replaced document keeps its place in {@link list}. Creates the tenant when it is new. */
  async put(id: string, json: string): Promise<void> {
    const database = await this.databases.create(this.tenant);
    await database.writer.write([['putDocument', this.collection, id, json]]);
  }

  /** Several at once, all or none. */
  async putAll(documents: readonly { readonly id: string; readonly json: string }[]): Promise<void> {
    const database = await this.databases.create(this.tenant);
    await database.writer.write(documents.map(({ id, json }) => ['putDocument', this.collection, id, json]));
  }

  /** @returns false when there was no such document */
  async delete(id: string): Promise<boolean> {
    const database = await this.databases.existing(this.tenant);
    if (database === undefined || (await this.get(id)) === undefined) return false;
    await database.writer.write([['deleteDocument', this.collection, id]]);
    return true;
  }

  /** The text of one document, or undefined. Sees every write that has resolved. */
  async get(id: string): Promise<string | undefined> {
    const database = await this.databases.existing(this.tenant);
    const row = database?.read(
      `SELECT doc FROM documents WHERE collection = ${VALUE} AND id = ${VALUE}`,
      this.collection,
      id,
    )[0];
    return row === undefined ? undefined : String(row[0]);
  }

  /** All documents, oldest first. An unknown tenant has none. */
  async list(): Promise<readonly { readonly id: string; readonly json: string }[]> {
    const database = await this.databases.existing(this.tenant);
    const rows =
      database?.read(
        `SELECT id, doc FROM documents WHERE collection = ${VALUE} ORDER BY seq`,
        this.collection,
      ) ?? [];
    return rows.map(([id, json]) => ({ id: String(id), json: String(json) }));
  }
}
