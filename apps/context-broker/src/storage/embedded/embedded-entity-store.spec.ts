import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entityStoreContract } from '../contract/entity-store.contract';
import { openEmbeddedEntityStore } from './embedded-entity-store';

describe('embedded store', () => {
  entityStoreContract(async () => openEmbeddedEntityStore({ folder: await mkdtemp(join(tmpdir(), 'entities-')), dbName: 'orion' }));
});
