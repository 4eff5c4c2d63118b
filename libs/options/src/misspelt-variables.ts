import { nearestOf } from './nearest-of';
import type { OptionRecord } from './option-record';

/** A variable that is no setting, but nearly one. */
export interface MisspeltVariable {
  readonly name: string;
  /** The setting that was meant. */
  readonly nearest: string;
}

/** What Kubernetes sets for every service of that name. */
const OF_KUBERNETES = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/;

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
