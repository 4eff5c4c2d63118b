import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { restoreBackup } from './restore-backup';
import { writeBackup } from './write-backup';

let folder: string;
const silent = () => undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function openData(name = 'data.sqlite') {
  const database = new Database(join(folder, name));
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE IF NOT EXISTS t (n INTEGER PRIMARY KEY, pair INTEGER)');
  return database;
}
const rowsIn = (path: string) => {
  const database = new Database(path, { readonly: true });
  const rows = database.prepare('SELECT n FROM t ORDER BY n').pluck().all();
  database.close();
  return rows;
};
const source = () => ({
  product: 'p',
  databases: [join(folder, 'data.sqlite')],
  plainFiles: [join(folder, 'key')],
});
const target = (name: string, force = false) => ({
  product: 'p',
  folder: join(folder, name),
  isOwned: (file: string) => file.endsWith('.sqlite'),
  force,
});

describe('backup and restore', () => {
  it('puts one file back where only that is wanted, also in the place of a damaged one', async () => {
    const names = ['one.sqlite', 'two.sqlite'];
    for (const name of names) openData(name).exec('INSERT INTO t VALUES (1, 1)').close();
    const databases = names.map((name) => join(folder, name));
    await writeBackup({ product: 'p', databases }, join(folder, 'copy'), silent);
    await restoreBackup(join(folder, 'copy'), target('back'), silent);
    const one = join(folder, 'back', 'one.sqlite');
    const two = join(folder, 'back', 'two.sqlite');
    new Database(two).exec('INSERT INTO t VALUES (2, 2)').close();
    const bytes = await readFile(one);
    await writeFile(one, bytes.fill(0xa5, 100));
    await restoreBackup(join(folder, 'copy'), { ...target('back', true), only: 'one.sqlite' }, silent);
    expect([rowsIn(one), rowsIn(two)]).toEqual([[1], [1, 2]]);
    await expect(
      restoreBackup(join(folder, 'copy'), { ...target('back', true), only: 'three.sqlite' }, silent),
    ).rejects.toThrow('the backup holds no three.sqlite');
  });

  it('copies what is committed while a transaction is open, and puts it back with its key', async () => {
    const data = openData();
    await writeFile(join(folder, 'key'), 'secret');
    data.exec('INSERT INTO t VALUES (1, 1)');
    data.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (2, 2)');
    const manifest = await writeBackup(source(), join(folder, 'copy'), silent);
    data.exec('COMMIT');
    data.close();
    expect(manifest.files.map(({ name }) => name)).toEqual(['data.sqlite', 'key']);
    expect(rowsIn(join(folder, 'copy/data.sqlite'))).toEqual([1]);
    await restoreBackup(join(folder, 'copy'), target('new'), silent);
    expect(rowsIn(join(folder, 'new/data.sqlite'))).toEqual([1]);
    expect(await readFile(join(folder, 'new/key'), 'utf8')).toBe('secret');
    expect((await readdir(join(folder, 'new'))).sort()).toEqual(['data.sqlite', 'key']);
  });
  it('refuses a folder that is not empty, and leaves nothing behind', async () => {
    openData().close();
    await expect(writeBackup(source(), folder, silent)).rejects.toThrow('exists and is not empty');
    await expect(
      writeBackup({ product: 'p', databases: [join(folder, 'none.sqlite')] }, join(folder, 'copy'), silent),
    ).rejects.toThrow('cannot copy');
    expect(await readdir(folder)).toEqual(['data.sqlite']);
  });
  it('replaces data only when forced, all of it, and never while it is in use', async () => {
    openData().close();
    await writeBackup(source(), join(folder, 'copy'), silent);
    const data = openData();
    data.exec('INSERT INTO t VALUES (7, 7)');
    const restore = (force: boolean) => restoreBackup(join(folder, 'copy'), target('.', force), silent);
    await expect(restore(false)).rejects.toThrow('--force replaces it');
    await expect(restore(true)).rejects.toThrow('in use by another process');
    expect(data.prepare('SELECT n FROM t').pluck().all()).toEqual([7]);
    data.close();
    openData('other.sqlite').close();
    await restore(true);
    expect(rowsIn(join(folder, 'data.sqlite'))).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual(['copy', 'data.sqlite']);
  });
  it('refuses a damaged, foreign or half-written backup', async () => {
    openData().close();
    await writeBackup(source(), join(folder, 'copy'), silent);
    await expect(
      restoreBackup(join(folder, 'copy'), { ...target('new'), product: 'q' }, silent),
    ).rejects.toThrow('is a backup of p, not of q');
    await writeFile(join(folder, 'copy/data.sqlite'), 'x');
    await expect(restoreBackup(join(folder, 'copy'), target('new'), silent)).rejects.toThrow('is damaged');
    expect(await readdir(join(folder, 'new'))).toEqual([]);
    const manifest = await readFile(join(folder, 'copy/backup.json'), 'utf8');
    await writeFile(join(folder, 'copy/backup.json'), manifest.replace('data.sqlite', '../data.sqlite'));
    await expect(restoreBackup(join(folder, 'copy'), target('new'), silent)).rejects.toThrow(
      'not in the folder',
    );
    await rm(join(folder, 'copy/backup.json'));
    await expect(restoreBackup(join(folder, 'copy'), target('new'), silent)).rejects.toThrow(
      'no complete backup',
    );
  });
});
