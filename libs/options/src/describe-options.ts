import type { OptionRecord, OptionSource } from './option-record';
import { spelling } from './parse-value';

/** User and password in the authority part of a URI. */
const CREDENTIALS = /^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i;

/** A value as it may appear in a log: secrets and passwords inside URIs are starred out. */
export function showValue(record: OptionRecord, value: unknown): string {
  if (record.secret) return '******';
  return typeof value === 'string' ? value.replace(CREDENTIALS, '$1******@') : String(value);
}

/** The command line as it may appear in a log. */
export function showCommandLine(table: readonly OptionRecord[], argv: readonly string[]): string {
  const byFlag = new Map(table.map((record) => [record.flag, record]));
  return argv
    .map((word, at) => {
      const record = byFlag.get(argv[at - 1]);
      return record && record.kind !== 'boolean' ? showValue(record, word) : word;
    })
    .join(' ');
}

/** One line for every option that came from the environment: `env var ORION_PORT (-port): 1026`. */
export function describeEnvironment(
  table: readonly OptionRecord[],
  options: object,
  sources: ReadonlyMap<string, OptionSource>,
): string[] {
  const values = new Map<string, unknown>(Object.entries(options));
  return table
    .filter((record) => sources.get(record.name) === 'env')
    .map(
      (record) =>
        `env var ${record.env} (${spelling(record)}): ${showValue(record, values.get(record.name))}`,
    );
}
