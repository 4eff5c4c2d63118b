import { renderHelp, renderMarkdownTable, renderUsage } from '@smart-city/options';
import { optionTable } from './option-table';

const ACTIONS = [
  ['-U', 'extended usage'],
  ['-u', 'usage'],
  ['-h', 'help'],
  ['--help', 'help'],
  ['--version', 'version'],
] as const;

/** Subcommands, with what each does. */
export const SUBCOMMANDS: readonly (readonly [name: string, what: string])[] = [
  ['features [--at <version>] [--json]', 'deprecated and removed features and their state at a version'],
];

export const usageText = () => renderUsage('contextBroker', ACTIONS, optionTable);

export const helpText = () =>
  [
    'Usage: context-broker [parameters]',
    ...SUBCOMMANDS.map(([name, what]) => `       context-broker ${name}    ${what}`),
    '',
    'A parameter on the command line wins over its environment variable.',
    '',
    renderHelp(optionTable),
  ].join('\n');

/** For the generated documentation. */
export const optionsMarkdown = () => renderMarkdownTable(optionTable);
