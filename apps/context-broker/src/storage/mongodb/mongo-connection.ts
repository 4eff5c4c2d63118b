import { errorMessage } from '@smart-city/service';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import type { DatabaseMonitor } from '../database-monitor';
import { connectionRemedy, isNoUri } from './connection-remedy';

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

const RETRIES = 100;
const RETRY_INTERVAL_MS = 1000;
const SERVER_SELECTION_MS = 5000;

/**
 * Connects. While there is no primary it goes on trying for as long as Orion does (100 tries, one second apart), with
 * one ERROR line at the first failure. A try is short at first, so that the line comes early, and longer later, for
 * servers that are slow to greet.
 *
 * @throws Error when the last try fails; at once when the URI is none
 */
export async function connectToMongo(options: MongoOptions): Promise<MongoClient> {
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
  return client;
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
