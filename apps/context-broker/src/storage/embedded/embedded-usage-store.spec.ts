import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usageStoreContract } from '../contract/usage-store.contract';
import { EmbeddedDatabases } from './embedded-database';
import { EmbeddedUsageStore } from './embedded-usage-store';

let folder: string;
let databases: EmbeddedDatabases;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usage-'));
  databases = await EmbeddedDatabases.open({ folder, dbName: 'orion' });
});
afterAll(async () => {
  await databases.close();
  await rm(folder, { recursive: true, force: true });
});

usageStoreContract(async () => new EmbeddedUsageStore(databases));
