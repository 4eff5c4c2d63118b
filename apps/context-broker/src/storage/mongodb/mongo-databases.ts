import type { Collection, Db, MongoClient } from 'mongodb';
import { NgsiError } from '@smart-city/context';
import { connectToMongo, type MongoOptions } from './mongo-connection';
import { mongoError, isBadGeoJson, isDuplicateKey, isTooSlow, isUnstorable } from './mongo-errors';
import type { DatabaseMonitor } from '../database-monitor';
import { queryTookTooLong } from '../query-timeout';
import { UnsupportedQuery } from '../unsupported-query';

/** One operation for {@link MongoDatabases.run}; `operation` and `detail` appear in the text of a failure. */
export interface MongoOperation {
  readonly tenant: string;
  readonly collection: string;
  /** The word Orion uses: query, count_documents, findAndModify, insert_one, update, remove, aggregate. */
  readonly operation: string;
  /** Filter, document or pipeline; shown as extended JSON. */
  readonly detail: unknown;
  /** The update that goes with the filter. */
  readonly update?: unknown;
}

const UNSTORABLE = 'Invalid characters in attribute value';

/**
 * The MongoDB deployment behind the broker: one client, one database per tenant. Shared by the stores of entities,
 * subscriptions and registrations. The driver reconnects and follows elections by itself; an operation that finds no
 * primary fails after the selection timeout, and later ones work again when there is one.
 */
export class MongoDatabases {
  private constructor(
    private readonly client: MongoClient,
    private readonly options: MongoOptions,
  ) {}

  /** @throws Error as {@link connectToMongo} */
  static async connect(options: MongoOptions): Promise<MongoDatabases> {
    return new MongoDatabases(await connectToMongo(options), options);
  }

  /** Name of a tenant's database. */
  databaseName(tenant: string): string {
    const { dbName, multiservice = true } = this.options;
    return tenant === '' || !multiservice ? dbName : `${dbName}-${tenant}`;
  }

  database(tenant: string): Db {
    return this.client.db(this.databaseName(tenant));
  }

  /**
   * Runs one database operation.
   *
   * @throws NgsiError 'BadRequest'  the document has a key that BSON cannot hold; nothing was sent
   * @throws NgsiError 'GatewayTimeout'  it took longer than a query may
   * @throws NgsiError 'InternalServerError'  any other failure: `Database Error (…)`, with the driver's error as
   *   `cause`; the monitor hears of it
   */
  async run<T>(operation: MongoOperation, work: (collection: Collection) => Promise<T>): Promise<T> {
    const { monitor } = this.options;
    try {
      const result = await work(this.database(operation.tenant).collection(operation.collection));
      monitor?.recovered?.();
      return result;
    } catch (cause) {
      if (isTooSlow(cause)) throw queryTookTooLong(this.options.queryTimeoutMs ?? 0);
      if (isUnstorable(cause)) throw new NgsiError('BadRequest', UNSTORABLE, { cause });
      const error = mongoError({ ...operation, database: this.databaseName(operation.tenant) }, cause);
      const isWell =
        error.ngsiError instanceof UnsupportedQuery || isDuplicateKey(cause) || isBadGeoJson(cause);
      if (!isWell) monitor?.failed?.(error.detail);
      throw error.ngsiError;
    }
  }

  /** Tenants that have a database, by name; the default one ('') first, whether or not it holds anything yet. */
  async listTenants(): Promise<readonly string[]> {
    const { dbName, multiservice = true } = this.options;
    if (!multiservice) return [''];
    const prefix = `${dbName}-`;
    const tenants = (await this.listDatabases()).filter((name) => name.startsWith(prefix));
    return ['', ...tenants.map((name) => name.slice(prefix.length)).sort()];
  }

  /** Whether any tenant has a database yet. */
  async exist(): Promise<boolean> {
    const { dbName } = this.options;
    return (await this.listDatabases()).some((name) => name === dbName || name.startsWith(`${dbName}-`));
  }

  private async listDatabases(): Promise<readonly string[]> {
    try {
      const { databases } = await this.client
        .db('admin')
        .admin()
        .listDatabases({ nameOnly: true, authorizedDatabases: true });
      return databases.map(({ name }) => name);
    } catch (cause) {
      const where = {
        database: 'admin',
        collection: '$cmd',
        operation: 'listDatabases',
        detail: { listDatabases: 1 },
      };
      throw mongoError(where, cause).ngsiError;
    }
  }

  /** Resolves when the deployment has a primary that answers. */
  async ping(): Promise<void> {
    await this.run({ tenant: '', collection: '$cmd', operation: 'ping', detail: { ping: 1 } }, () =>
      this.database('').command({ ping: 1 }, { readPreference: 'primary' }),
    );
  }

  /** Options of every query whose cost the client decides. */
  get queryLimits(): { readonly maxTimeMS?: number } {
    const { queryTimeoutMs = 0 } = this.options;
    return queryTimeoutMs > 0 ? { maxTimeMS: queryTimeoutMs } : {};
  }

  get monitor(): DatabaseMonitor | undefined {
    return this.options.monitor;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
