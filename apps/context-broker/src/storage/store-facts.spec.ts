import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeFactsContract } from './contract/store-facts.contract';
import { readBackupNote, writeBackupNote } from './embedded/backup-note';
import { describeOnMongo, freshDatabaseName, mongoUri } from './mongodb/mongo-test-server';
import { openStores } from './open-stores';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('embedded', () => {
  storeFactsContract(() => openStores({ dbUri: `sqlite:${folder}`, dbName: 'orion', multiservice: true }));

  it('a backup is known by the note that it leaves beside the data', async () => {
    expect(await readBackupNote(folder, 'other')).toBeUndefined();
    const note = { at: '2026-01-31T12:00:00.000Z', to: '/backups/1' };
    await writeBackupNote(folder, 'other', note);
    expect(await readBackupNote(folder, 'other')).toEqual(note);
    await writeBackupNote(folder, 'other', { ...note, at: 'some day' });
    expect(await readBackupNote(folder, 'other')).toBeUndefined();
  });
});
describeOnMongo('MongoDB', () => {
  storeFactsContract(() =>
    openStores({ dbUri: mongoUri ?? '', dbName: freshDatabaseName(), multiservice: true }),
  );
});
