import { isDuplicate, isMissingReference } from '../database/database-errors';
import type { Sql } from '../database/sql';
import type { KeyrockRow, KeyrockSource } from './keyrock-source';
import { importedTables, otherTables, type ImportContext, type ImportedTable } from './keyrock-tables';
import { LeftOut, type Target } from './keyrock-values';

/** What became of one of Keyrock's tables. */
export interface TableSummary {
  readonly table: string;
  readonly taken: number;
  /** Rows that an earlier run, or this installation, has already. */
  readonly present: number;
  /** How many rows were left out for each reason. */
  readonly leftOut: ReadonlyMap<string, number>;
}

type Outcome = 'taken' | 'present' | LeftOut;

/** Rows written at the same time: enough to share commits and connections. */
const atOnce = 100;

async function insert(sql: Sql, { table, values }: Target): Promise<Outcome> {
  const columns = Object.keys(values);
  const marks = columns.map(() => '?').join(', ');
  try {
    await sql.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`, ...Object.values(values));
    return 'taken';
  } catch (error) {
    if (isDuplicate(error)) return 'present';
    if (isMissingReference(error)) return new LeftOut('it refers to something that was left out');
    throw error;
  }
}

async function importRow(
  sql: Sql,
  row: KeyrockRow,
  table: ImportedTable,
  context: ImportContext,
): Promise<Outcome> {
  try {
    return await insert(sql, table.translate(row, context));
  } catch (error) {
    if (error instanceof LeftOut) return error;
    throw error;
  }
}

function summarize(table: string, outcomes: readonly Outcome[]): TableSummary {
  const leftOut = new Map<string, number>();
  for (const outcome of outcomes)
    if (outcome instanceof LeftOut) leftOut.set(outcome.message, (leftOut.get(outcome.message) ?? 0) + 1);
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return { table, taken: count('taken'), present: count('present'), leftOut };
}

/**
 * Takes a Keyrock database over. Rows that are here already stay as they are, so it can run again, also after it was
 * stopped half-way.
 *
 * @param report  hears of each table when it is done
 * @throws the driver's error when one of the databases fails
 */
export async function importKeyrock(
  source: KeyrockSource,
  sql: Sql,
  context: ImportContext,
  report: (summary: TableSummary) => void,
): Promise<void> {
  for (const table of importedTables) {
    const rows = (await source.rows(table.from)) ?? [];
    const outcomes: Outcome[] = [];
    for (let start = 0; start < rows.length; start += atOnce)
      outcomes.push(
        ...(await Promise.all(
          rows.slice(start, start + atOnce).map((row) => importRow(sql, row, table, context)),
        )),
      );
    report(summarize(table.from, outcomes));
  }
  for (const [table, reason] of otherTables) {
    const count = (await source.rows(table))?.length ?? 0;
    if (count > 0) report({ table, taken: 0, present: 0, leftOut: new Map([[reason, count]]) });
  }
}

/** One line a table, and one for each reason. */
export function renderSummary({ table, taken, present, leftOut }: TableSummary): string {
  const reasons = [...leftOut].map(([reason, count]) => `\n    left out ${count}: ${reason}`);
  return `${table}: ${taken} taken over, ${present} already here${reasons.join('')}`;
}
