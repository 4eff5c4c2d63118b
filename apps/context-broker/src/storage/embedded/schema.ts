import Database from 'better-sqlite3';

/**
 * One step each, run in order inside one transaction; never edited once merged. `PRAGMA user_version` counts the steps done.
 *
 * - `entities.doc`: the attributes as JSONB (see `entity-document.ts`), so that a condition on a value is answered without
 *   parsing text. `key` grows with creation and breaks ties of every order.
 * - `locations`: bounding boxes in degrees; a prefilter, the exact geometry is `entities.location`.
 * - `type_stats`: how many entities of a type and path have an attribute of a type (`attr = ''`: how many entities), kept
 *   by the writes so that `/v2/types` reads no entity.
 * - `documents`: the small collections of other stores (subscriptions, registrations).
 * - `history`: what changed, until it is packed into the files of history; see `history/recent-changes.ts`.
 *
 * Tables for entities that NGSI-LD wrote:
 * - `entities.further_types`, `entities.scopes`: lists of texts as JSON. `further_types` finds entities by a type that is not
 *   their first.
 * - `places`: bounding boxes of all geometries but the one of `entities.location`, those of other instances included, with
 *   what they belong to. A row is `entity * 4096` and the number of the geometry.
 * - `attribute_ends`: when the first of the attributes and instances ends that have an end.
 */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE entities (
     key INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     type TEXT NOT NULL,
     service_path TEXT NOT NULL,
     cre_date REAL NOT NULL,
     mod_date REAL NOT NULL,
     expires_at_ms REAL,
     last_correlator TEXT,
     location_attr TEXT,
     location TEXT,
     doc BLOB NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX entities_identity ON entities (id, type, service_path);
   CREATE INDEX entities_type ON entities (type, cre_date);
   CREATE INDEX entities_service_path ON entities (service_path, cre_date);
   CREATE INDEX entities_creation ON entities (cre_date);
   CREATE INDEX entities_expiry ON entities (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
   CREATE VIRTUAL TABLE locations USING rtree (key, min_lon, max_lon, min_lat, max_lat);
   CREATE TABLE type_stats (
     type TEXT NOT NULL,
     service_path TEXT NOT NULL,
     attr TEXT NOT NULL,
     attr_type TEXT NOT NULL,
     n INTEGER NOT NULL,
     PRIMARY KEY (type, service_path, attr, attr_type)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE documents (
     seq INTEGER PRIMARY KEY,
     collection TEXT NOT NULL,
     id TEXT NOT NULL,
     doc TEXT NOT NULL,
     UNIQUE (collection, id)
   ) STRICT;`,
  `ALTER TABLE entities ADD COLUMN further_types TEXT;
   ALTER TABLE entities ADD COLUMN scopes TEXT;
   CREATE TABLE further_types (
     type TEXT NOT NULL,
     entity INTEGER NOT NULL,
     PRIMARY KEY (type, entity)
   ) STRICT, WITHOUT ROWID;
   CREATE VIRTUAL TABLE places USING rtree (
     key, min_lon, max_lon, min_lat, max_lat, +entity INTEGER, +attr TEXT, +geometry TEXT
   );
   CREATE TABLE attribute_ends (entity INTEGER PRIMARY KEY, at_ms REAL NOT NULL) STRICT;
   CREATE INDEX attribute_ends_time ON attribute_ends (at_ms);`,
  `CREATE TABLE history (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     type TEXT NOT NULL,
     service_path TEXT NOT NULL,
     doc TEXT NOT NULL
   ) STRICT;
   CREATE INDEX history_id ON history (id);`,
];

/**
 * Opens a tenant's database for writing, creates it when missing and brings its schema up to date.
 *
 * @throws Error when the file was written by a newer version
 */
export function openForWriting(path: string): Database.Database {
  const database = new Database(path, { timeout: 10_000 });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('journal_size_limit = 67108864');
    database.pragma('cache_size = -16000');
    // The writer folds the log into the file itself, after it has acknowledged: see `WriterSession.checkpoint`.
    database.pragma('wal_autocheckpoint = 0');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a database that {@link openForWriting} has seen before. `cacheKiB` bounds the pages it keeps in memory. */
export function openForReading(path: string, cacheKiB: number): Database.Database {
  const database = new Database(path, { fileMustExist: true, timeout: 10_000 });
  // Not `readonly: true`: a reader must be able to make the shared-memory file of the log after a crash.
  database.pragma('query_only = ON');
  database.pragma(`cache_size = -${cacheKiB}`);
  return database;
}

function migrate(database: Database.Database): void {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version === MIGRATIONS.length) return;
  if (version > MIGRATIONS.length) {
    throw new Error(
      `${database.name} has schema version ${version}, newer than this broker's ${MIGRATIONS.length}`,
    );
  }
  database
    .transaction(() => {
      for (const step of MIGRATIONS.slice(version)) database.exec(step);
      database.pragma(`user_version = ${MIGRATIONS.length}`);
    })
    .exclusive();
}
