import { createHash } from 'node:crypto';
import { isDuplicate } from '../../database/database-errors';
import { insertRow, updateRow, type Table } from '../../database/tables';
import type { Sql } from '../../database/sql';
import { scanTable, type Values } from './table-rows';

/** Rows written at the same time: enough to share commits and connections. */
const atOnce = 50;

/**
 * Copies a table. A row of the same key in the target is replaced, so it can run again after it was stopped half-way.
 *
 * @returns how many rows the source has
 */
export async function copyTable(from: Sql, to: Sql, table: Table): Promise<number> {
  let count = 0;
  for await (const rows of scanTable(from, table)) {
    for (let start = 0; start < rows.length; start += atOnce)
      await Promise.all(rows.slice(start, start + atOnce).map((row) => putRow(to, table, row)));
    count += rows.length;
  }
  return count;
}

async function putRow(to: Sql, { name }: Table, values: Values): Promise<void> {
  const row = { table: name, values };
  try {
    await to.run(insertRow(row));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const update = updateRow(row);
    // Another row of the target has what must be unique (an e-mail address).
    if (update && (await to.run(update)) === 0) throw error;
  }
}

/** How many rows a table has, and a sum over them that does not depend on their order. */
export async function digestTable(sql: Sql, table: Table): Promise<string> {
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
