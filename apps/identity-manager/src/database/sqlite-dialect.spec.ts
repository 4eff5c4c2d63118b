import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { SqliteDialect } from './sqlite-dialect';
import { WalSync, type CommitSync } from './wal-sync';

describe('SqliteDialect', () => {
  const folder = mkdtempSync(join(tmpdir(), 'idm-sqlite-'));
  const connection = new Sqlite(join(folder, 'test.db'));
  beforeAll(() => {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.exec('CREATE TABLE numbers (n INTEGER UNIQUE)');
  });
  afterAll(() => {
    connection.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A disk that is told when it has written. */
  class SlowDisk implements CommitSync {
    readonly writes: { done: () => void; fail: (error: Error) => void }[] = [];
    synced(): Promise<void> {
      return new Promise((done, fail) => this.writes.push({ done, fail }));
    }
  }

  const insertion = (n: number) => ({ sql: 'INSERT INTO numbers VALUES (?)', values: [n] });
  const insert = (dialect: SqliteDialect, n: number) => dialect.run(insertion(n));
  const turn = () => new Promise(setImmediate);
  const stored = () => connection.prepare('SELECT count(*) FROM numbers').pluck().get();

  it('answers a group of writes once the disk has it, and each for itself', async () => {
    const disk = new SlowDisk();
    const dialect = new SqliteDialect(connection, disk);
    const before = Number(stored());
    const answers: string[] = [];
    const all = Promise.allSettled([
      insert(dialect, 1).then(() => answers.push('1')),
      insert(dialect, 1).catch(() => answers.push('again 1')),
      dialect.atomically([insertion(2)]).then(() => answers.push('2')),
    ]);
    await turn();
    expect([Number(stored()) - before, disk.writes.length, answers]).toEqual([2, 1, []]);
    disk.writes[0]?.done();
    await all;
    expect(answers.sort()).toEqual(['1', '2', 'again 1']);
  });

  it('tells nobody of success when the disk refuses', async () => {
    const disk = new SlowDisk();
    const write = insert(new SqliteDialect(connection, disk), 3);
    await turn();
    disk.writes[0]?.fail(new Error('EIO'));
    await expect(write).rejects.toThrow('EIO');
  });

  it('leaves writes past it to SQLite, which waits for the disk', async () => {
    const dialect = new SqliteDialect(connection);
    await Promise.all(Array.from({ length: 50 }, (_, index) => insert(dialect, 100 + index)));
    await expect(insert(dialect, 100)).rejects.toThrow('UNIQUE');
    expect(connection.pragma('synchronous', { simple: true })).toBe(2);
  });
});

describe('WalSync', () => {
  it('fails when there is no log, and for those alone who waited', async () => {
    const missing = new WalSync(join(tmpdir(), 'no such folder', 'x-wal'));
    const together = await Promise.allSettled([missing.synced(), missing.synced()]);
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(missing.synced()).rejects.toThrow('ENOENT');
  });
});
