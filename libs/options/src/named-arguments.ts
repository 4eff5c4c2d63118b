import { nearestOf } from './nearest-of';

/** `--name value` and `--flag` of a subcommand. */
export interface NamedArguments {
  readonly values: ReadonlyMap<string, string>;
  readonly flags: ReadonlySet<string>;
}

/**
 * @param values  names that take a value, e.g. `--to`
 * @param flags  names that stand alone
 * @returns what is wrong with them, as a text
 */
export function readNamedArguments(
  args: readonly string[],
  { values, flags = [] }: { readonly values: readonly string[]; readonly flags?: readonly string[] },
): NamedArguments | string {
  const found = { values: new Map<string, string>(), flags: new Set<string>() };
  for (let at = 0; at < args.length; at += 1) {
    const [name, joined] = splitOnce(args[at]!);
    if (flags.includes(name) && joined === undefined) found.flags.add(name);
    else if (values.includes(name)) {
      const value = joined ?? args[(at += 1)];
      if (value === undefined || value === '') return `${name} needs a value`;
      found.values.set(name, value);
    } else return unknownArgument(args[at]!, name, [...values, ...flags]);
  }
  return found;
}

function unknownArgument(word: string, name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  return `unknown argument '${word}'${nearest === undefined || nearest === name ? '' : `: ${nearest} was meant?`}`;
}

function splitOnce(word: string): readonly [name: string, value: string | undefined] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}
