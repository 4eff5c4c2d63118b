import { createFeatureGate, parseVersion, type FeatureGate } from '@smart-city/deprecation';
import { OptionError } from '@smart-city/options';
import { printed, runSubcommand, type CommandResult, type Subcommand } from '@smart-city/service';
import { ORION_VERSION, PRODUCT_VERSION } from '../version';
import type { Deployment, Environment } from './deployment';
import { optionTable } from '../cli/option-table';
import { DEFAULT_COMPAT_VERSION } from '../cli/own-options';
import { readActions, readBrokerOptions, TRACES_NEED_DEBUG, type BrokerCommandLine } from '../cli/options';
import { tellFaults } from './tell-faults';
import { extendedUsageText, helpText, usageText } from './usage';

/** What may follow `context-broker` and its parameters. Each is loaded when it is asked for. */
const subcommands: Readonly<Record<string, () => Promise<Subcommand<Deployment>>>> = {
  features: async () => (await import('./features.command')).featuresCommand,
  'check-upgrade': async () => (await import('./check-upgrade.command')).checkUpgradeCommand,
  backup: async () => (await import('./backup.command')).backupCommand,
  restore: async () => (await import('./backup.command')).restoreCommand,
  copy: async () => (await import('./copy.command')).copyCommand,
  health: async () => (await import('./health.command')).healthCommand,
  version: () => Promise.resolve({ usage: 'usage: context-broker version', run: () => versionText }),
};

export type CommandLine =
  ({ readonly kind: 'run' } & BrokerCommandLine) | ({ readonly kind: 'print' } & CommandResult);

/**
 * Where in the command line a subcommand stands: after parameters too, because the entry point of a container image begins with
 * some. The value of a parameter is none. -1 when there is none.
 */
function subcommandAt(argv: readonly string[]): number {
  const takesValue = new Set<string>(
    optionTable.flatMap((record) => (record.kind === 'boolean' || !('flag' in record) ? [] : [record.flag])),
  );
  for (let at = 0; at < argv.length; at += 1) {
    if (takesValue.has(argv[at]!)) at += 1;
    else if (!argv[at]!.startsWith('-')) return Object.hasOwn(subcommands, argv[at]!) ? at : -1;
  }
  return -1;
}

/** Decides what this start of the program is for, and does what a subcommand is for. */
export async function parseCommandLine(argv: readonly string[], env: Environment): Promise<CommandLine> {
  const at = subcommandAt(argv);
  if (at >= 0) {
    const subcommand = await subcommands[argv[at]!]!();
    const deployment = { argv: argv.slice(0, at), env };
    return { kind: 'print', ...(await runSubcommand(subcommand, argv.slice(at + 1), deployment)) };
  }
  const [action] = readActions(argv);
  if (action) return { kind: 'print', ...answerAction(action, askedGate(argv, env)) };
  try {
    return { kind: 'run', ...readBrokerOptions(argv, env) };
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    const stdout = faultsText(error.faults) + usageText(askedGate(argv, env));
    return { kind: 'print', exitCode: 1, stdout, stderr: tellFaults(error.faults) };
  }
}

/** Faults as Orion prints them, to standard output before its usage. */
const faultsText = (faults: readonly string[]): string =>
  faults.map((fault) => `${fault}\n${fault === TRACES_NEED_DEBUG ? '' : '\n'}`).join('');

/** What the asked version has; for the usage, whatever else is wrong with the command line. */
function askedGate(argv: readonly string[], env: Environment): FeatureGate {
  const flag = argv.indexOf('-compatVersion');
  const asked = (flag < 0 ? undefined : argv[flag + 1]) ?? env['ORION_COMPAT_VERSION'] ?? '';
  return createFeatureGate(parseVersion(asked) ? asked : DEFAULT_COMPAT_VERSION);
}

const versionText = `${ORION_VERSION} (git version: smart-city-${PRODUCT_VERSION})\nCompatible with Orion Context Broker, NGSIv2\n`;

function answerAction(action: string, gate: FeatureGate): CommandResult {
  if (action === '--version') return printed(versionText);
  if (action === '-u') return printed(usageText(gate));
  return printed(action === '-U' ? extendedUsageText() : helpText());
}
