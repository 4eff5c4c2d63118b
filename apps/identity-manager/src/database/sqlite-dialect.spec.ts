import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { SqliteDialect } from './sqlite-dialect';

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
  class SlowDisk {
    readonly writes: { done: () => void; fail: (error: Error) => void }[] = [];
    readonly sync = (): Promise<void> => new Promise((done, fail) => this.writes.push({ done, fail }));
  }

  const insertion = (n: number) => ({ sql: 'INSERT INTO numbers VALUES (?)', values: [n] });
  const insert = (dialect: SqliteDialect, n: number) => dialect.run(insertion(n));
  const turn = () => new Promise(setImmediate);
  const stored = () => connection.prepare('SELECT count(*) FROM numbers').pluck().get();

  it('answers a group of writes once the disk has it, and each for itself', async () => {
    const disk = new SlowDisk();
    const dialect = new SqliteDialect(connection, disk.sync);
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
    const write = insert(new SqliteDialect(connection, disk.sync), 3);
    await turn();
    disk.writes[0]?.fail(new Error('EIO'));
    await expect(write).rejects.toThrow('EIO');
  });

  it('commits what arrives while the disk works as one, when it is done', async () => {
    const disk = new SlowDisk();
    const dialect = new SqliteDialect(connection, disk.sync);
    const before = Number(stored());
    const first = insert(dialect, 10);
    await turn();
    const next = [insert(dialect, 11)];
    await turn();
    next.push(insert(dialect, 12));
    await turn();
    expect([Number(stored()) - before, disk.writes.length]).toEqual([1, 1]);
    disk.writes[0]?.done();
    await first;
    await turn();
    expect([Number(stored()) - before, disk.writes.length]).toEqual([3, 2]);
    disk.writes[1]?.done();
    await Promise.all(next);
  });

  it('goes on after a disk that refused', async () => {
    const disk = new SlowDisk();
    const dialect = new SqliteDialect(connection, disk.sync);
    const refused = insert(dialect, 20);
    const next = turn().then(() => insert(dialect, 21));
    await turn();
    disk.writes[0]?.fail(new Error('EIO'));
    await expect(refused).rejects.toThrow('EIO');
    await turn();
    disk.writes[1]?.done();
    await expect(next).resolves.toBe(1);
  });

  it('leaves writes past it to SQLite, which waits for the disk', async () => {
    const dialect = new SqliteDialect(connection);
    await Promise.all(Array.from({ length: 50 }, (_, index) => insert(dialect, 100 + index)));
    await expect(insert(dialect, 100)).rejects.toThrow('UNIQUE');
    expect(connection.pragma('synchronous', { simple: true })).toBe(2);
  });

  it('keeps no statement of one use', async () => {
    const memory = new Sqlite(':memory:');
    memory.exec('CREATE TABLE numbers (n INTEGER)');
    const prepared: string[] = [];
    const prepare = memory.prepare.bind(memory);
    memory.prepare = (sql: string) => {
      prepared.push(sql);
      return prepare(sql);
    };
    const dialect = new SqliteDialect(memory);
    const kept = insertion(1);
    const oneOff = { sql: 'INSERT INTO numbers (n) VALUES (?)', values: [1], isOneOff: true };
    for (const step of [kept, oneOff, kept, oneOff]) await dialect.run(step);
    expect(prepared.filter((sql) => sql.startsWith('INSERT'))).toEqual([kept.sql, oneOff.sql, oneOff.sql]);
    memory.close();
  });

  it('fails a write whose log is nowhere', async () => {
    const file = join(folder, 'without-log.db');
    const other = new Sqlite(file);
    other.exec('CREATE TABLE numbers (n INTEGER UNIQUE)');
    // Without the log that openDatabase switches on.
    await expect(insert(new SqliteDialect(other), 1)).rejects.toThrow('ENOENT');
    other.close();
  });
});
