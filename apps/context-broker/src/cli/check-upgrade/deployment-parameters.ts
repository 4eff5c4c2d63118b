import { OLD_DATABASE_FLAGS, toDbUri, type OldDatabaseParameters, type ToDbUri } from '@smart-city/db-uri';
import type { FeatureGate } from '@smart-city/deprecation';
import type { Findings } from './finding';

/** Parameters of a deployment by their flag, from a command line or from environment variables. */
export type DeploymentParameters = ReadonlyMap<string, string | true>;

/** Words of a command line; a value follows its flag, or stands behind `=`. */
export function readCommandLine(
  words: readonly string[],
  gate: FeatureGate,
  findings: Findings,
): DeploymentParameters {
  const parameters = new Map<string, string | true>();
  words.forEach((word, at) => {
    if (!word.startsWith('-')) return;
    const [flag, behind] = word.split(/=(.*)/s, 2) as [string, string | undefined];
    const next = words[at + 1];
    parameters.set(flag, behind ?? (next !== undefined && !/^-\D/.test(next) ? next : true));
    const found = gate.cliParameterState(flag);
    if (found && found.state !== 'supported') findings.add({ feature: found.feature }, flag);
  });
  return parameters;
}

const VARIABLE = /^\s*(?:export\s+|-\s+)?([A-Za-z_]\w*)\s*[=:]\s*(.*?)\s*$/;

/** A line of an env file (`NAME=value`, `export NAME=value`, or an item of a compose file). Undefined when it is none. */
export function readVariable(line: string): { readonly name: string; readonly value: string } | undefined {
  const found = VARIABLE.exec(line);
  return found ? { name: found[1]!, value: found[2]!.replace(/^(["'])(.*)\1$/, '$2') } : undefined;
}

/** Environment variables of a deployment, and the `command:` of a compose file. @param lines  the file, line by line */
export function readEnvironment(
  lines: readonly string[],
  gate: FeatureGate,
  findings: Findings,
): DeploymentParameters {
  const parameters = new Map<string, string | true>();
  lines.forEach((line, at) => {
    const variable = readVariable(line);
    if (variable === undefined || /^(false|)$/i.test(variable.value)) return;
    if (variable.name === 'command') {
      const words = variable.value
        .replace(/[[\],"']/g, ' ')
        .trim()
        .split(/\s+/);
      for (const [flag, value] of readCommandLine(words, gate, findings)) parameters.set(flag, value);
      return;
    }
    const flag = OLD_DATABASE_FLAGS.find(({ environment }) => environment === variable.name)?.flag;
    if (flag !== undefined) parameters.set(flag, variable.value);
    const found = gate.environmentState(variable.name);
    if (found && found.state !== 'supported') findings.add({ feature: found.feature }, variable.name, at + 1);
  });
  return parameters;
}

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
  const mapped = toDbUri(old as OldDatabaseParameters);
  return mapped.kind === 'uri' ? { kind: 'uri', uri: mapped.uri.replace(PASSWORD, () => '${PWD}') } : mapped;
}
