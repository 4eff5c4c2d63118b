import { runServiceCommand, type CommandOptions } from '@smart-city/testing';

/** Runs a subcommand of the built broker. */
export const runCommand = (args: readonly string[], options?: CommandOptions) =>
  runServiceCommand('context-broker', args, options);
