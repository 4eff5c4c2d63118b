import { isDeepStrictEqual } from 'node:util';
import { names, type Entity, type PropertyOf } from './names';

/** Columns that differ between two states of a row, by their names in the table: what the audit log calls them. */
export function changedColumns<Row extends object>(entity: Entity<Row>, before: Row, after: Row): string[] {
  const columns = names(entity);
  const properties = Object.keys(columns).filter((property) => property !== 'table') as PropertyOf<Row>[];
  return properties
    .filter((property) => !isDeepStrictEqual(before[property], after[property]))
    .map((property) => String(columns[property]));
}

/**
 * What of the wished columns differs from the row. Only these are written, so that two changes of different columns at the
 * same time do not undo each other.
 */
export const differing = <Wished extends object>(before: Required<Wished>, wished: Wished): Partial<Wished> =>
  Object.fromEntries(
    Object.entries(wished).filter(([name, value]) => !isDeepStrictEqual(before[name as keyof Wished], value)),
  ) as Partial<Wished>;
