import { nearestOf } from './nearest-of';
import { OptionError } from './option-error';

/** `--name value` and `--flag` of a subcommand. */
export interface NamedArguments {
  readonly values: ReadonlyMap<string, string>;
  readonly flags: ReadonlySet<string>;
}

/** What arguments there may be, by their names. */
export interface KnownArguments {
  /** Take a value, e.g. `--to`. */
  readonly values: readonly string[];
  /** Of those, what must be there. */
  readonly needed?: readonly string[];
  /** Stand alone. */
  readonly flags?: readonly string[];
}

/** @throws OptionError */
export function readNamedArguments(
  args: readonly string[],
  { values, needed = [], flags = [] }: KnownArguments,
): NamedArguments {
  const found = { values: new Map<string, string>(), flags: new Set<string>() };
  for (let at = 0; at < args.length; at += 1) {
    const [name, joined] = splitOnce(args[at]!);
    if (flags.includes(name) && joined === undefined) found.flags.add(name);
    else if (values.includes(name)) {
      const value = joined ?? args[(at += 1)];
      if (value === undefined || value === '') throw new OptionError([`${name} needs a value`]);
      found.values.set(name, value);
    } else throw new OptionError([unknownArgument(args[at]!, name, [...values, ...flags])]);
  }
  const missing = needed.find((name) => !found.values.has(name));
  if (missing !== undefined) throw new OptionError([`${missing} is missing`]);
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
