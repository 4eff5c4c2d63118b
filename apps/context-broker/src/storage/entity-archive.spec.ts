import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entityArchiveContract } from './contract/entity-archive.contract';
import { describeOnMongo, freshDatabaseName, mongoUri } from './mongodb/mongo-test-server';
import { openStores } from './open-stores';

const folder = mkdtempSync(join(tmpdir(), 'archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('embedded archive', () => {
  entityArchiveContract(() => openStores({ dbUri: `sqlite:${folder}`, dbName: 'orion', multiservice: true }));
});
describeOnMongo('archive on MongoDB', () => {
  entityArchiveContract(() =>
    openStores({ dbUri: mongoUri ?? '', dbName: freshDatabaseName(), multiservice: true }),
  );
});
