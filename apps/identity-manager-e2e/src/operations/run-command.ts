import { runServiceCommand, type CommandOptions } from '@smart-city/testing';

/** Runs a subcommand of the built identity manager. */
export const runCommand = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  options: Omit<CommandOptions, 'env'> = {},
) => runServiceCommand('identity-manager', args, { ...options, env });
