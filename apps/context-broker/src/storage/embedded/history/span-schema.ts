import Database from 'better-sqlite3';

/**
 * One step each, as in `schema.ts` of the entities.
 *
 * - `packed`: the largest number of a change (`history.seq` of the tenant's file) whose samples are here. Those up to it are
 *   here, whether they still stand there or not.
 * - `chunks`: samples of a series and a day, packed (`libs/history`), and their figures. Times are milliseconds since the epoch.
 */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE packed (one INTEGER PRIMARY KEY CHECK (one = 1), seq REAL NOT NULL) STRICT;
   INSERT INTO packed VALUES (1, 0);
   CREATE TABLE series (
     key INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     attr TEXT NOT NULL,
     type TEXT NOT NULL,
     service_path TEXT NOT NULL,
     dataset TEXT NOT NULL,
     UNIQUE (id, attr, type, service_path, dataset)
   ) STRICT;
   CREATE INDEX series_type ON series (type, attr);
   CREATE TABLE chunks (
     key INTEGER PRIMARY KEY,
     series INTEGER NOT NULL,
     first REAL NOT NULL,
     last REAL NOT NULL,
     length INTEGER NOT NULL,
     samples INTEGER NOT NULL,
     numbers INTEGER NOT NULL,
     sum REAL NOT NULL,
     sum_of_squares REAL NOT NULL,
     min REAL NOT NULL,
     max REAL NOT NULL,
     data BLOB NOT NULL
   ) STRICT;
   CREATE INDEX chunks_series ON chunks (series, first, last);`,
];

/** Opens a file of history, creates it when missing. @throws Error when it is damaged, or from a newer version */
export function openSpan(path: string): Database.Database {
  const database = new Database(path, { timeout: 10_000 });
  try {
    // For a new file: chunks of a day take some two thousand bytes, of which a page of 4 KiB would hold one.
    database.pragma('page_size = 8192');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('cache_size = -2000');
    const version = Number(database.pragma('user_version', { simple: true }));
    if (version > MIGRATIONS.length) throw new Error(`${path} is from a newer version of the broker`);
    if (version < MIGRATIONS.length)
      database
        .transaction(() => {
          for (const step of MIGRATIONS.slice(version)) database.exec(step);
          database.pragma(`user_version = ${MIGRATIONS.length}`);
        })
        .exclusive();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
