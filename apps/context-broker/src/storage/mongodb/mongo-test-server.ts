import type { MongoOptions } from './mongo-connection';
import { MongoDatabases } from './mongo-databases';
import { MongoEntityStore } from './mongo-entity-store';

/**
 * Address of the MongoDB (or MongoDB-wire server) of the tests; `node tools/test-servers/mongo.mjs` starts one. Without it
 * the tests that need a database say so and are skipped.
 */
export const mongoUri: string | undefined = process.env['MONGODB_URI'];

/** `describe` when there is a server, else a skipped one whose name says why. */
export const describeOnMongo: (name: string, body: () => void) => void = mongoUri
  ? describe
  : (name, body) => describe.skip(`${name} (skipped: MONGODB_URI names no server)`, body);

/** At most 10 characters, as `-db` demands; each test file makes its own. */
export const freshDatabaseName = (): string => `t${Math.random().toString(36).slice(2, 10)}`;

/** Connects and opens a store of its own, where the broker opens several on one connection. */
export async function openMongoEntityStore(options: MongoOptions): Promise<MongoEntityStore> {
  return MongoEntityStore.open(await MongoDatabases.connect(options));
}
