import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { OptionError } from './option-error';
import type { OptionRecord, OptionSource, OptionsOf } from './option-record';
import { parseValue, spelling, type ParsedValue } from './parse-value';

export interface OptionInput {
  /** Command line without program name; empty for services that are set up by environment only. */
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder in which a bare file name in `<env>_FILE` is looked up. */
  readonly secretsFolder?: string | undefined;
  /** Flags without value that the program handles itself (`-u`, `--version`); they end up in `actions`. */
  readonly actionFlags?: readonly string[];
}

export interface ReadOptions<T extends readonly OptionRecord[]> {
  readonly options: OptionsOf<T>;
  /** Where each option came from, by its name. */
  readonly sources: ReadonlyMap<string, OptionSource>;
  /** The action flags that were given, in order. */
  readonly actions: readonly string[];
}

interface Given {
  readonly text: string | true;
  readonly source: OptionSource;
}

/**
 * Reads a table of options from command line and environment. The command line wins; an empty environment variable
 * counts as absent.
 *
 * @returns frozen, typed options
 * @throws OptionError  listing every unknown parameter, missing value, wrong type and value out of range
 */
export function readOptions<const T extends readonly OptionRecord[]>(
  table: T,
  input: OptionInput,
): ReadOptions<T> {
  const faults: string[] = [];
  const given = new Map<string, Given>();
  const actions = readArguments(table, input, given, faults);
  readEnvironment(table, input, given, faults);

  const values: Record<string, ParsedValue | undefined> = {};
  const sources = new Map<string, OptionSource>();
  for (const record of table) {
    const found = given.get(record.name);
    sources.set(record.name, found?.source ?? 'default');
    values[record.name] = found
      ? valueOf(record, found.text, faults)
      : (record.default ?? (record.kind === 'boolean' ? false : undefined));
  }
  // Asking for help must work whatever else is on the command line.
  if (faults.length > 0 && actions.length === 0) throw new OptionError(faults);
  return { options: Object.freeze(values) as OptionsOf<T>, sources, actions };
}

function valueOf(record: OptionRecord, text: string | true, faults: string[]): ParsedValue | undefined {
  if (text === true) return true;
  const parsed = parseValue(record, text);
  if ('value' in parsed) return parsed.value;
  faults.push(parsed.fault);
  return undefined;
}

function readArguments(
  table: readonly OptionRecord[],
  input: OptionInput,
  given: Map<string, Given>,
  faults: string[],
): string[] {
  const argv = input.argv ?? [];
  const byFlag = new Map(table.flatMap((record) => (record.flag ? [[record.flag, record] as const] : [])));
  const actions: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    const record = byFlag.get(word);
    if (input.actionFlags?.includes(word)) actions.push(word);
    else if (!record) faults.push(`'${word}' not recognized`);
    else if (record.kind === 'boolean') given.set(record.name, { text: true, source: 'flag' });
    else if (at + 1 >= argv.length) faults.push(`parameter '${word}' needs a value`);
    else given.set(record.name, { text: argv[++at]!, source: 'flag' });
  }
  return actions;
}

function readEnvironment(
  table: readonly OptionRecord[],
  input: OptionInput,
  given: Map<string, Given>,
  faults: string[],
): void {
  for (const record of table) {
    if (given.has(record.name) || !record.env) continue;
    const text = environmentText(record, record.env, input, faults);
    if (text !== undefined && text !== '') given.set(record.name, { text, source: 'env' });
  }
}

/** The variable itself, or for a secret the content of the file that `<env>_FILE` names. */
function environmentText(
  record: OptionRecord,
  variable: string,
  { env = {}, secretsFolder = '/run/secrets' }: OptionInput,
  faults: string[],
): string | undefined {
  const file = record.secret ? env[`${variable}_FILE`] : undefined;
  if (!file) return env[variable];
  try {
    return readFileSync(isAbsolute(file) ? file : join(secretsFolder, file), 'utf8').trim();
  } catch {
    faults.push(`${spelling(record)}: the file that ${variable}_FILE names cannot be read`);
    return undefined;
  }
}
