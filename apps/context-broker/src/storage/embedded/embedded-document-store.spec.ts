import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentStoreContract } from '../contract/document-store.contract';
import { EmbeddedDatabases } from './embedded-database';
import { EmbeddedDocumentStore } from './embedded-document-store';

let folder: string;
let databases: EmbeddedDatabases;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  databases = await EmbeddedDatabases.open({ folder, dbName: 'orion' });
});
afterAll(async () => {
  await databases.close();
  await rm(folder, { recursive: true, force: true });
});

documentStoreContract(async () => new EmbeddedDocumentStore(databases));
