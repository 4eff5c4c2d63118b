/** Every statement the writer knows. An operation names one and carries its parameters. */
export const WRITE_SQL = {
  insertEntity: `INSERT INTO entities
      (key, id, type, service_path, cre_date, mod_date, expires_at_ms, last_correlator, location_attr, location, doc)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, jsonb(?))`,
  updateEntity: `UPDATE entities
    SET cre_date = ?, mod_date = ?, expires_at_ms = ?, last_correlator = ?, location_attr = ?, location = ?, doc = jsonb(?)
    WHERE key = ?`,
  // Leaves indexed columns alone: SQLite writes every index that one of the named columns is in, whether it changes or not.
  updateDocument: 'UPDATE entities SET mod_date = ?, last_correlator = ?, doc = jsonb(?) WHERE key = ?',
  deleteEntity: 'DELETE FROM entities WHERE key = ?',
  putLocation:
    'INSERT OR REPLACE INTO locations (key, min_lon, max_lon, min_lat, max_lat) VALUES (?, ?, ?, ?, ?)',
  deleteLocation: 'DELETE FROM locations WHERE key = ?',
  setNames: 'UPDATE entities SET further_types = ?, scopes = ? WHERE key = ?',
  moveEntity: 'UPDATE entities SET type = ?, service_path = ? WHERE key = ?',
  putFurtherType: 'INSERT OR IGNORE INTO further_types (type, entity) VALUES (?, ?)',
  deleteFurtherType: 'DELETE FROM further_types WHERE type = ? AND entity = ?',
  putPlace: `INSERT OR REPLACE INTO places (key, min_lon, max_lon, min_lat, max_lat, entity, attr, geometry)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  deletePlace: 'DELETE FROM places WHERE key = ?',
  putAttributeEnd: 'INSERT OR REPLACE INTO attribute_ends (entity, at_ms) VALUES (?, ?)',
  deleteAttributeEnd: 'DELETE FROM attribute_ends WHERE entity = ?',
  addToTypeStats: `INSERT INTO type_stats (type, service_path, attr, attr_type, n) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  pruneTypeStats:
    'DELETE FROM type_stats WHERE type = ? AND service_path = ? AND attr = ? AND attr_type = ? AND n <= 0',
  putDocument: `INSERT INTO documents (collection, id, doc) VALUES (?, ?, ?)
    ON CONFLICT (collection, id) DO UPDATE SET doc = excluded.doc`,
  addHistory: 'INSERT INTO history (seq, id, type, service_path, doc) VALUES (?, ?, ?, ?, ?)',
  dropHistory: 'DELETE FROM history WHERE seq <= ?',
  deleteDocument: 'DELETE FROM documents WHERE collection = ? AND id = ?',
} as const;

export type WriteName = keyof typeof WRITE_SQL;
export type SqlValue = string | number | null | Uint8Array;

/** One statement with its parameters. */
export type WriteOperation = readonly [name: WriteName, ...parameters: SqlValue[]];

/** Operations as they travel to the writer: names and parameters in one list. A list for each would cost more to hand over than what is in it. */
export type PackedOperations = readonly SqlValue[];

const names = Object.keys(WRITE_SQL) as WriteName[];
/** How many parameters the statements have, by name. */
export const PARAMETER_COUNTS: ReadonlyMap<SqlValue, number> = new Map(
  names.map((name) => [name, WRITE_SQL[name].split('?').length - 1]),
);

/** The operations of a list, in their order. */
export function* unpack(packed: PackedOperations): Generator<WriteOperation, void, void> {
  for (let at = 0; at < packed.length;) {
    const end = at + 1 + PARAMETER_COUNTS.get(packed[at]!)!;
    yield packed.slice(at, end) as unknown as WriteOperation;
    at = end;
  }
}

/** Main thread → writer. `epoch` rises when a commit of that file failed; what was built on lost writes is then refused. */
export type WriterRequest =
  | {
      readonly kind: 'write';
      readonly batch: number;
      readonly path: string;
      readonly epoch: number;
      readonly operations: PackedOperations;
    }
  | { readonly kind: 'open'; readonly batch: number; readonly path: string }
  | { readonly kind: 'close'; readonly batch: number; readonly path: string };

/** Writer → main thread: what has become durable (or open, or closed) and what has not. */
export interface WriterReply {
  readonly done: readonly number[];
  readonly failed: readonly { readonly batch: number; readonly message: string; readonly code: string }[];
}
