import { errorMessage } from '@smart-city/service';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient, type Collection, type Db, type MongoClientOptions } from 'mongodb';
import { NgsiError } from '@smart-city/ngsi';
import { connectionRemedy, isNoUri } from './connection-remedy';
import { mongoError, isBadGeoJson, isDuplicateKey, isTooSlow, isUnstorable } from './mongo-errors';
import type { DatabaseMonitor } from '../database-monitor';
import { queryTookTooLong } from '../query-timeout';
import { UnsupportedQuery } from '../unsupported-query';

export interface MongoOptions {
  /** `mongodb://…` or `mongodb+srv://…` */
  readonly uri: string;
  /** Database of the default tenant; other tenants have `<dbName>-<tenant>`. */
  readonly dbName: string;
  /** False: every tenant is the default one. */
  readonly multiservice?: boolean;
  readonly poolSize?: number;
  /** `w` of every write. 0 is taken as 1: without an answer nobody could tell a client that its entity exists already. */
  readonly writeConcern?: number;
  /** What a query may take (`maxTimeMS`); 0 or absent: any time. */
  readonly queryTimeoutMs?: number;
  readonly monitor?: DatabaseMonitor;
  /** Start-up tries (100) and the time between them (1000). */
  readonly startRetries?: number;
  readonly startRetryIntervalMs?: number;
  /** How long an operation waits for a primary before it fails (5000); a value in the URI wins. */
  readonly serverSelectionTimeoutMs?: number;
}

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
const RETRIES = 100;
const RETRY_INTERVAL_MS = 1000;
const SERVER_SELECTION_MS = 5000;

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

  /**
   * Connects. While there is no primary it goes on trying for as long as Orion does (100 tries, one second apart), with
   * one ERROR line at the first failure. A try is short at first, so that the line comes early, and longer later, for
   * servers that are slow to greet.
   *
   * @throws Error when the last try fails; at once when the URI is none
   */
  static async connect(options: MongoOptions): Promise<MongoDatabases> {
    const { uri, monitor, startRetries = RETRIES, startRetryIntervalMs = RETRY_INTERVAL_MS } = options;
    const deadlineMs = Date.now() + startRetries * startRetryIntervalMs;
    const settings = clientOptions(uri, options);
    for (let tries = 1; ; tries++) {
      const startedMs = Date.now();
      try {
        await probe(
          uri,
          {
            ...settings,
            serverSelectionTimeoutMS: Math.min(tries * startRetryIntervalMs, SERVER_SELECTION_MS),
          },
          options.dbName,
        );
        break;
      } catch (cause) {
        if (isNoUri(cause)) throw new Error(connectionRemedy(cause), { cause });
        if (tries === 1) {
          monitor?.waiting?.(connectionRemedy(cause));
          monitor?.error?.(
            `Database Startup Error (cannot connect to mongo - doing ${startRetries} retries with a ${startRetryIntervalMs} millisecond interval)`,
          );
        }
        if (Date.now() >= deadlineMs) {
          throw new Error(
            `Database Error (connection failed, after ${startRetries} retries: '${errorMessage(cause)}'): ${connectionRemedy(cause)}`,
            { cause },
          );
        }
        await delay(Math.max(0, startedMs + startRetryIntervalMs - Date.now()));
      }
    }
    const client = await MongoClient.connect(uri, settings);
    monitor?.info?.(`Connected to ${uri} (dbName: ${options.dbName}, poolsize: ${options.poolSize ?? 10})`);
    return new MongoDatabases(client, options);
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

function clientOptions(uri: string, options: MongoOptions): MongoClientOptions {
  const { poolSize, writeConcern, serverSelectionTimeoutMs = SERVER_SELECTION_MS } = options;
  return {
    appName: 'context-broker',
    ...(poolSize === undefined ? {} : { maxPoolSize: poolSize }),
    ...(writeConcern === undefined ? {} : { writeConcern: { w: Math.max(1, writeConcern) } }),
    ...(/[?&]serverSelectionTimeoutMS=/i.test(uri)
      ? {}
      : { serverSelectionTimeoutMS: serverSelectionTimeoutMs }),
  };
}

/** Connects with a client of its own and lets it go: selection timeouts are the client's, and the first ones are short. */
async function probe(uri: string, settings: MongoClientOptions, dbName: string): Promise<void> {
  const client = new MongoClient(uri, settings);
  try {
    await client.connect();
    await client.db(dbName).command({ ping: 1 });
  } finally {
    await client.close();
  }
}
