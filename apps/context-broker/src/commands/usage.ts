import type { FeatureGate } from '@smart-city/deprecation';
import { renderExtendedUsage, renderHelp, renderUsage, type OptionRecord } from '@smart-city/options';
import { optionTable } from '../cli/option-table';

const ACTIONS = [
  ['-U', 'extended usage'],
  ['-u', 'usage'],
  ['--version', 'show version'],
] as const;

/** The parameters that Orion's usage names first, apart from the others. */
const LOG_PARAMETERS = new Set(['-logDir', '-t', '-logLevel', '-logAppend']);

/** Subcommands, with what each does. */
const SUBCOMMANDS: readonly (readonly [name: string, what: string])[] = [
  ['features [--at <version>] [--json]', 'deprecated and removed features and their state at a version'],
  [
    'check-upgrade --to <version> …',
    'what an upgrade would break of a command line, an env file or an access log',
  ],
  [
    'backup --to <folder>',
    'copies the embedded store while a broker runs on it; restore --from <folder> puts it back',
  ],
  ['health', 'ends with 0 when the running broker is ready, else with 1; after the parameters of its start'],
  ['copy --from <dbURI> --to <dbURI>', 'moves the data from one database to another, embedded or MongoDB'],
];

/** Orion's usage, word for word: no parameter of our own, none that the version has removed. `-U` and `-h` show them all. */
export function usageText(gate: FeatureGate): string {
  const known = optionTable.filter(
    ({ flag, deprecation }: OptionRecord) =>
      gate.cliParameterState(flag ?? '')?.state !== 'removed' &&
      // `-disableNgsiv1` goes without a word where there is no NGSIv1 to turn off.
      !(deprecation === 'ngsiv1' && gate.isRemoved('ngsiv1.remaining')),
  );
  const isLog = ({ flag }: { readonly flag: string }) => LOG_PARAMETERS.has(flag);
  return renderUsage('contextBroker', ACTIONS, [
    known.filter(isLog),
    known.filter((record) => !isLog(record)),
  ]);
}

/** Orion's extended usage: every option with its environment variable, default and bounds. */
export const extendedUsageText = () => `Usage: contextBroker\n\n${renderExtendedUsage(optionTable)}`;

export const helpText = () =>
  [
    'Usage: context-broker [parameters]',
    ...SUBCOMMANDS.map(([name, what]) => `       context-broker ${name}    ${what}`),
    '',
    'A parameter on the command line wins over its environment variable.',
    '',
    renderHelp(optionTable),
  ].join('\n');
