import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { subscriptionStoreContract } from '../contract/subscription-store.contract';
import { EmbeddedDatabases } from './embedded-database';
import { EmbeddedSubscriptionStore } from './embedded-subscription-store';

let folder: string;
let databases: EmbeddedDatabases;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'subscriptions-'));
  databases = await EmbeddedDatabases.open({ folder, dbName: 'orion' });
});
afterAll(async () => {
  await databases.close();
  await rm(folder, { recursive: true, force: true });
});

subscriptionStoreContract(async () => new EmbeddedSubscriptionStore(databases));
