import { fromDbUri, OLD_DATABASE_FLAGS, toDbUri, type FromDbUri, type ToDbUri } from '@smart-city/db-uri';
import type { FeatureGate } from '@smart-city/deprecation';
import type { Findings, Place } from './finding';

/** Parameters of a deployment by their flag, from a command line or from environment variables. */
export type DeploymentParameters = ReadonlyMap<string, string | true>;

/** Words of a command line; a value follows its flag, or stands behind `=`. @param place  of it in a file */
export function readCommandLine(
  words: readonly string[],
  gate: FeatureGate,
  findings: Findings,
  place?: Place,
): DeploymentParameters {
  const parameters = new Map<string, string | true>();
  words.forEach((word, at) => {
    if (!isFlag(word)) return;
    const [flag, behind] = word.split(/=(.*)/s, 2) as [string, string | undefined];
    const next = words[at + 1];
    parameters.set(flag, behind ?? (next !== undefined && !isFlag(next) ? next : true));
    const found = gate.cliParameterState(flag);
    if (found && found.state !== 'supported')
      findings.add({ feature: found.feature }, flag, { ...(place && { place }) });
  });
  return parameters;
}

const DB_URI = { flag: '-dbURI', environment: 'ORION_MONGO_URI' } as const;
const DATABASE_FLAGS: readonly { readonly flag: string; readonly environment: string }[] = [
  ...OLD_DATABASE_FLAGS,
  DB_URI,
];

/** `-1` is a value. */
const isFlag = (word: string): boolean => /^-[^\d]/.test(word);

const VARIABLE = /^\s*(?:export\s+|-\s+)?([A-Za-z_]\w*)\s*[=:]\s*(.*?)\s*$/;

/** A line of an env file (`NAME=value`, `export NAME=value`, or an item of a compose file). Undefined when it is none. */
export function readVariable(line: string): { readonly name: string; readonly value: string } | undefined {
  const found = VARIABLE.exec(line.replace(/^(\s*-\s+)(["'])(.*)\2\s*$/, '$1$3'));
  return found ? { name: found[1]!, value: found[2]!.replace(/^(["'])(.*)\1$/, '$2') } : undefined;
}

/** Environment variables of a deployment, and the `command:` of a compose file. @param lines  the file, line by line */
export function readEnvironment(
  lines: readonly string[],
  file: string,
  gate: FeatureGate,
  findings: Findings,
): DeploymentParameters {
  const parameters = new Map<string, string | true>();
  const add = (read: DeploymentParameters) => read.forEach((value, flag) => parameters.set(flag, value));
  lines.forEach((line, at) => {
    const place = { file, line: at + 1 };
    const variable = readVariable(line);
    if (variable === undefined) return;
    if (variable.name === 'command') {
      add(readCommandLine(readCommand(lines, at, variable.value), gate, findings, place));
      return;
    }
    if (/^(false|)$/i.test(variable.value)) return;
    const flag = DATABASE_FLAGS.find(({ environment }) => environment === variable.name)?.flag;
    if (flag !== undefined) parameters.set(flag, variable.value);
    const found = gate.environmentState(variable.name);
    if (found && found.state !== 'supported')
      findings.add({ feature: found.feature }, variable.name, { place });
  });
  return parameters;
}

/** The words of `command:` in a compose file: on its line, or as a block of text or of items under it. */
function readCommand(lines: readonly string[], at: number, value: string): readonly string[] {
  const isBlock = /^(?:[>|][-+\d]*)?$/.test(value);
  const indent = indentOf(lines[at]!);
  const end = lines.findIndex((line, index) => index > at && line.trim() !== '' && !isInside(line, indent));
  const block = lines.slice(at + 1, end < 0 ? lines.length : end).map((line) => line.replace(/^\s*-\s+/, ''));
  return (isBlock ? block.join(' ') : value)
    .replace(/[[\],"']/g, ' ')
    .trim()
    .split(/\s+/);
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
/** Items of a list may stand as far left as their key. */
const isInside = (line: string, indent: number): boolean =>
  indentOf(line) > indent || (indentOf(line) === indent && /^\s*-\s/.test(line));

/** Takes the place of the password, which is nobody's business: `-dbpwd` lives on. */
const PASSWORD = 'PASSWORD-OF-DBPWD';

/** The `-dbURI` that replaces the old database parameters, with `${PWD}` for the password; undefined when there are none. */
export function newDbUri(parameters: DeploymentParameters): ToDbUri | undefined {
  const given = OLD_DATABASE_FLAGS.filter(({ flag }) => parameters.has(flag));
  if (!given.some(({ flag }) => flag !== '-dbpwd')) return undefined;
  const old: Record<string, string | number | true> = {};
  for (const { flag, member, kind } of given) {
    const value = parameters.get(flag)!;
    if (kind === 'switch') old[member] = true;
    else if (kind === 'milliseconds') old[member] = Number(value);
    else old[member] = value === true ? '' : member === 'password' ? PASSWORD : value;
  }
  // A password kept in another place (a secret, a file) is still one.
  if (old['user'] !== undefined) old['password'] ??= PASSWORD;
  else delete old['password'];
  const mapped = toDbUri(old);
  return mapped.kind === 'uri' ? { kind: 'uri', uri: mapped.uri.replace(PASSWORD, () => '${PWD}') } : mapped;
}

/**
 * The parameters that a `-dbURI` stands for, where the version asked about had nothing else yet: the way back. Undefined when
 * there is none, or when it names the embedded store.
 */
export function oldDatabaseParameters(
  parameters: DeploymentParameters,
  gate: FeatureGate,
): FromDbUri | undefined {
  const uri = parameters.get(DB_URI.flag);
  const isTooNew = gate.stateOf('oldDatabaseParameters') === 'supported';
  if (!isTooNew || typeof uri !== 'string' || uri.startsWith('sqlite:')) return undefined;
  return fromDbUri(uri, PASSWORD);
}

/** As words of a command line. A password is not told. */
export const oldFlagsOf = (
  old: Extract<FromDbUri, { kind: 'parameters' }>['parameters'],
): readonly string[] =>
  OLD_DATABASE_FLAGS.flatMap(({ flag, member }) => {
    const value = old[member];
    if (value === undefined || flag === '-dbpass') return [];
    if (value === true) return [flag];
    return [flag, member === 'password' ? '<password>' : String(value)];
  });
