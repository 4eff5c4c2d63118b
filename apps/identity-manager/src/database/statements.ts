import type { SqlValue, Step } from './dialect';
import { names, type Entity, type Names, type PropertyOf } from './names';

/*
 * Writing statements whose tables and columns come from the row classes. Each text is built once, when its file is loaded, so
 * that every database prepares it once, but for that of `updateGiven`, which is of one use; what these return takes the values
 * and makes a step for `Sql.run` or `Sql.atomically`.
 *
 *   const insertRole = insertInto(RoleRow, ['id', 'name']);
 *   const renameRole = updateWhere(RoleRow, ['name'], (role) => `${role.id} = ?`);
 *   await sql.atomically([insertRole({ id, name }), { ...renameRole({ name }, otherId), expect: 1 }]);
 */

/** Takes the values of the properties off a row, as the driver wants them. Decided once: most travel as they are. */
function valuesOf<Row, P extends PropertyOf<Row>>(
  columns: Names<Row>,
  properties: readonly P[],
): (row: Pick<Row, P>) => SqlValue[] {
  const takes = properties.map((property) => {
    const column = columns[property];
    return column.isPlain
      ? (row: Pick<Row, P>) => row[property] as SqlValue
      : (row: Pick<Row, P>) => column.bind(row[property]);
  });
  return (row) => takes.map((take) => take(row));
}

/** Inserts one row with these properties; the others take the table's defaults. */
export function insertInto<Row, P extends PropertyOf<Row>>(
  entity: Entity<Row>,
  properties: readonly P[],
): (row: Pick<Row, P>) => Step {
  const columns = names(entity);
  const list = properties.map((property) => String(columns[property])).join(', ');
  const sql = `INSERT INTO ${columns.table} (${list}) VALUES (${properties.map(() => '?').join(', ')})`;
  const values = valuesOf(columns, properties);
  return (row) => ({ sql, values: values(row) });
}

/**
 * Sets these properties of the rows that the condition names.
 *
 * @param where  with `?` for each value that follows the changes
 */
export function updateWhere<Row, P extends PropertyOf<Row>>(
  entity: Entity<Row>,
  properties: readonly P[],
  where: (columns: Names<Row>) => string,
): (changes: Pick<Row, P>, ...values: SqlValue[]) => Step {
  const columns = names(entity);
  const assignments = properties.map((property) => `${String(columns[property])} = ?`).join(', ');
  const sql = `UPDATE ${columns.table} SET ${assignments} WHERE ${where(columns)}`;
  const changed = valuesOf(columns, properties);
  return (changes, ...values) => ({ sql, values: [...changed(changes), ...values] });
}

/**
 * Sets the properties that are given, whichever they are. Whoever asks chooses among very many texts, so none is kept.
 *
 * @param where  with `?` for each value that follows the changes
 */
export function updateGiven<Row>(
  entity: Entity<Row>,
  where: (columns: Names<Row>) => string,
): (changes: Partial<Row>, ...values: SqlValue[]) => Step {
  return (changes, ...values) => ({
    ...updateWhere(entity, Object.keys(changes) as PropertyOf<Row>[], where)(changes as Row, ...values),
    isOneOff: true,
  });
}

/**
 * Marks one row for whoever comes first: of any number of requests at the same time exactly one changes it, on every database.
 * In a group of steps nothing else happens when it was not this one (`expect`).
 *
 * @param mark  the property that is set
 * @param free  true of a row that nobody has claimed
 */
export function claim<Row, P extends PropertyOf<Row>, K extends PropertyOf<Row>>(
  entity: Entity<Row>,
  mark: P,
  key: K,
  free: (columns: Names<Row>) => string,
): (mark: Row[P], key: Row[K]) => Step {
  const columns = names(entity);
  const severalKeys = (count: number) =>
    `UPDATE ${columns.table} SET ${String(columns[mark])} = ? WHERE ${String(columns[key])} IN (${Array(count).fill('?').join(', ')}) AND ${free(columns)}`;
  const sql = severalKeys(1);
  return (at, of) => ({
    sql,
    values: [columns[mark].bind(at), columns[key].bind(of)],
    expect: 1,
    severalKeys,
  });
}

/** Deletes the rows that the condition names, with `?` for each value. */
export function deleteWhere<Row>(
  entity: Entity<Row>,
  where: (columns: Names<Row>) => string,
): (...values: SqlValue[]) => Step {
  const columns = names(entity);
  const sql = `DELETE FROM ${columns.table} WHERE ${where(columns)}`;
  return (...values) => ({ sql, values });
}

/**
 * Writes nothing new to the rows that the condition names: holds them until the transaction ends, and with `expect` lets it go
 * on only where there are so many.
 */
export function lockWhere<Row>(
  entity: Entity<Row>,
  property: PropertyOf<Row>,
  where: (columns: Names<Row>) => string,
): (...values: SqlValue[]) => Step {
  const columns = names(entity);
  const column = String(columns[property]);
  const sql = `UPDATE ${columns.table} SET ${column} = ${column} WHERE ${where(columns)}`;
  return (...values) => ({ sql, values });
}
