import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registrationStoreContract } from '../contract/registration-store.contract';
import { EmbeddedDatabases } from './embedded-database';
import { EmbeddedRegistrationStore } from './embedded-registration-store';

let folder: string;
let databases: EmbeddedDatabases;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registrations-'));
  databases = await EmbeddedDatabases.open({ folder, dbName: 'orion' });
});
afterAll(async () => {
  await databases.close();
  await rm(folder, { recursive: true, force: true });
});

registrationStoreContract(async () => new EmbeddedRegistrationStore(databases));
