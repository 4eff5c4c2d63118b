import { createHash } from 'node:crypto';
import { isDuplicate } from '../../database/database-errors';
import type { Sql } from '../../database/sql';
import type { CopiedTable } from './copied-tables';
import { scanTable, type TableRow } from './table-rows';

/** Rows written at the same time: enough to share commits and connections. */
const atOnce = 50;

/**
 * Copies a table. A row of the same key in the target is replaced, so it can run again after it was stopped half-way.
 *
 * @returns how many rows the source has
 */
export async function copyTable(from: Sql, to: Sql, table: CopiedTable): Promise<number> {
  let count = 0;
  for await (const rows of scanTable(from, table)) {
    for (let start = 0; start < rows.length; start += atOnce)
      await Promise.all(rows.slice(start, start + atOnce).map((row) => putRow(to, table, row)));
    count += rows.length;
  }
  return count;
}

async function putRow(to: Sql, { name, keys }: CopiedTable, row: TableRow): Promise<void> {
  const columns = Object.keys(row);
  const marks = columns.map(() => '?').join(', ');
  try {
    await to.run(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${marks})`, ...Object.values(row));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const others = columns.filter((column) => !keys.includes(column));
    if (others.length === 0) return;
    const assignments = others.map((column) => `${column} = ?`).join(', ');
    const condition = keys.map((key) => `${key} = ?`).join(' AND ');
    const values = [...others, ...keys].map((column) => row[column]!);
    const changed = await to.run(`UPDATE ${name} SET ${assignments} WHERE ${condition}`, ...values);
    // Another row of the target has what must be unique (an e-mail address).
    if (changed === 0) throw error;
  }
}

/** How many rows a table has, and a sum over them that does not depend on their order. */
export async function digestTable(sql: Sql, table: CopiedTable): Promise<string> {
  let [count, sum] = [0, 0n];
  for await (const rows of scanTable(sql, table))
    for (const row of rows) {
      const sorted = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
      const hash = createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32);
      sum = BigInt.asUintN(128, sum + BigInt(`0x${hash}`));
      count += 1;
    }
  return `${count} rows, ${sum.toString(16)}`;
}
