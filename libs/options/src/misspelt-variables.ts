import type { OptionRecord } from './option-record';

/** A variable that is no setting, but nearly one. */
export interface MisspeltVariable {
  readonly name: string;
  /** The setting that was meant. */
  readonly nearest: string;
}

/** What Kubernetes sets for every service of that name. */
const OF_KUBERNETES = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/;
const MOST_EDITS = 2;

/** Variables with the prefix of a service that no option of the table reads, and whose names are nearly that of one. */
export function misspeltVariables(
  table: readonly OptionRecord[],
  env: Readonly<Record<string, string | undefined>>,
  prefix: string,
): readonly MisspeltVariable[] {
  const names = table.flatMap(({ env: name }) => (name === undefined ? [] : [name]));
  const known = new Set([
    ...names,
    ...table.flatMap((record) => (record.secret && record.env ? [`${record.env}_FILE`] : [])),
  ]);
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !known.has(name) && !OF_KUBERNETES.test(name))
    .sort()
    .flatMap((name) => {
      const nearest = nearestOf(name, names);
      return nearest === undefined ? [] : [{ name, nearest }];
    });
}

function nearestOf(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((known) => ({ known, edits: editsBetween(name, known) }))
    .sort((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= MOST_EDITS ? best.known : undefined;
}

/** How many letters have to be added, removed or replaced to make one text the other (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
