import type { KeyrockRow } from './keyrock-source';
import type { ImportedTable } from './keyrock-tables';

/** Rows in groups, each of which may be written at the same time: what excludes an earlier row comes in a later one. */
export function wavesOf<T extends { readonly row: KeyrockRow }>(
  rows: readonly T[],
  unique: ImportedTable['unique'],
): readonly (readonly T[])[] {
  if (!unique) return [rows];
  const counts = new Map<string, number>();
  const waves: T[][] = [];
  for (const item of rows) {
    const said = unique(item.row);
    const wave = Math.max(...said.map((name) => counts.get(name) ?? 0));
    for (const name of said) counts.set(name, wave + 1);
    (waves[wave] ??= []).push(item);
  }
  return waves;
}
