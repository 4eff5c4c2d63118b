import { createFeatureGate, parseVersion, type FeatureGate } from '@smart-city/deprecation';
import { OptionError } from '@smart-city/options';
import { ORION_VERSION, PRODUCT_VERSION } from '../version';
import { backupCommand, restoreCommand } from './backup.command';
import { checkUpgradeCommand } from './check-upgrade.command';
import { printed, type CommandResult } from './command-result';
import { copyCommand } from './copy.command';
import { featuresCommand } from './features.command';
import { DEFAULT_COMPAT_VERSION } from './option-table';
import { readActions, readBrokerOptions, TRACES_NEED_DEBUG, type BrokerCommandLine } from './options';
import { helpText, usageText } from './usage';

type Subcommand = (args: readonly string[], compatVersion: string) => CommandResult | Promise<CommandResult>;

/** What may follow `context-broker` instead of parameters. */
const subcommands: Readonly<Record<string, Subcommand>> = {
  features: featuresCommand,
  'check-upgrade': checkUpgradeCommand,
  backup: backupCommand,
  restore: restoreCommand,
  copy: copyCommand,
};

export type CommandLine =
  ({ readonly kind: 'run' } & BrokerCommandLine) | ({ readonly kind: 'print' } & CommandResult);

/** Decides what this start of the program is for, and does what a subcommand is for. */
export async function parseCommandLine(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<CommandLine> {
  const subcommand = Object.hasOwn(subcommands, argv[0] ?? '') ? subcommands[argv[0]!] : undefined;
  if (subcommand)
    return {
      kind: 'print',
      ...(await subcommand(argv.slice(1), env['ORION_COMPAT_VERSION'] || DEFAULT_COMPAT_VERSION)),
    };
  const [action] = readActions(argv);
  if (action) return { kind: 'print', ...answerAction(action, askedGate(argv, env)) };
  try {
    return { kind: 'run', ...readBrokerOptions(argv, env) };
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    return { kind: 'print', ...printed(faultsText(error.faults) + usageText(askedGate(argv, env)), 1) };
  }
}

/** Faults as Orion prints them, to standard output before its usage. */
const faultsText = (faults: readonly string[]): string =>
  faults.map((fault) => `${fault}\n${fault === TRACES_NEED_DEBUG ? '' : '\n'}`).join('');

/** What the asked version has; for the usage, whatever else is wrong with the command line. */
function askedGate(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): FeatureGate {
  const flag = argv.indexOf('-compatVersion');
  const asked = (flag < 0 ? undefined : argv[flag + 1]) ?? env['ORION_COMPAT_VERSION'] ?? '';
  return createFeatureGate(parseVersion(asked) ? asked : DEFAULT_COMPAT_VERSION);
}

function answerAction(action: string, gate: FeatureGate): CommandResult {
  if (action === '--version')
    return printed(
      `${ORION_VERSION} (git version: smart-city-${PRODUCT_VERSION})\nCompatible with Orion Context Broker, NGSIv2\n`,
    );
  return printed(action === '-u' ? usageText(gate) : helpText());
}
