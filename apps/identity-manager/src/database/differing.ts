import { isDeepStrictEqual } from 'node:util';
import { names, type Entity, type PropertyOf } from './names';

/** How a row is to become another one. */
export interface Difference<Row> {
  /** Only these are written, so that two changes of different columns at the same time do not undo each other. */
  readonly columns: Partial<Row>;
  /** Their names in the table: what the audit log calls them. */
  readonly names: readonly string[];
}

/** What differs between two states of a row; undefined when nothing does. */
export function differing<Row extends object>(
  entity: Entity<Row>,
  before: Row,
  after: Row,
): Difference<Row> | undefined {
  const inTable = names(entity);
  const properties = Object.keys(inTable).filter((property) => property !== 'table') as PropertyOf<Row>[];
  const changed = properties.filter((property) => !isDeepStrictEqual(before[property], after[property]));
  if (changed.length === 0) return undefined;
  const columns: Partial<Row> = {};
  for (const property of changed) columns[property] = after[property];
  return { columns, names: changed.map((property) => String(inTable[property])) };
}
