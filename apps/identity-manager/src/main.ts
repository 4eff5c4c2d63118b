#!/usr/bin/env node
import 'reflect-metadata';
import {
  asksForHelp,
  CommandFailed,
  endWith,
  FolderNotWritable,
  keepFilesPrivate,
  printed,
  reportSilentEnd,
  runSubcommand,
  type CommandResult,
  type Subcommand,
} from '@smart-city/service';
import { misspeltVariables, nearestOf, OptionError } from '@smart-city/options';
import { ignoredSettings } from './cli/keyrock-settings';
import { optionTable } from './cli/option-table';
import { loadOptions, type Options } from './cli/options';
import type { CommandContext } from './service/command-context';
import { Logger, errorFields } from './service/logger';
import { release } from './service/release';

const usage = `identity-manager                         serves, with settings from IDM_* variables
identity-manager import-keyrock <url> [--dry-run]
                                         takes over a Keyrock database (mysql://… or postgresql://…), and on a later
                                         run what changed there since
identity-manager backup --to <folder>
                                         copies the embedded database while it is in use
identity-manager restore --from <folder> [--force]
                                         puts such a copy back
identity-manager copy --from <database> --to <database> [--force]
                                         moves the data; a database is sqlite:<file>, postgres://… or mysql://…
identity-manager reset-password <email>  gives somebody who is locked out a new password, shown once
identity-manager health [--url <http or https address>]
                                         ends with 0 when the running service is ready, else with 1
identity-manager --help, -h, --version   say this, and which version it is`;

interface Command {
  /** Loaded when it is asked for: a health check need not load the server. */
  readonly load: () => Promise<Subcommand<CommandContext>['run']>;
  /** What a failure of it is called in the log. */
  readonly failure: string;
}

/** What may follow `identity-manager`. */
const commands: Readonly<Record<string, Command>> = {
  'import-keyrock': {
    load: async () => (await import('./doors/import/run-import')).runImport,
    failure: 'could not import',
  },
  backup: {
    load: async () => (await import('./doors/operations/run-backup')).runBackup,
    failure: 'could not back up',
  },
  restore: {
    load: async () => (await import('./doors/operations/run-backup')).runRestore,
    failure: 'could not restore',
  },
  copy: {
    load: async () => (await import('./doors/operations/run-copy')).runCopy,
    failure: 'could not copy',
  },
  'reset-password': {
    load: async () => (await import('./doors/operations/run-reset-password')).runResetPassword,
    failure: 'could not reset the password',
  },
  health: {
    load: async () => (await import('./doors/operations/run-health')).runHealth,
    failure: 'could not ask',
  },
};

/** Start-up, top to bottom: settings, database, application, listen. */
async function main(words: readonly string[]): Promise<void> {
  const expectEnd = reportSilentEnd('identity-manager');
  const end = (result: CommandResult) => {
    expectEnd();
    endWith(result);
  };
  const [name, ...args] = words;
  if (name === '--version') return end(printed(`identity-manager ${release.version}\n`));
  // Before settings are read, which may be what help is wanted with.
  if (asksForHelp(words)) return end(printed(`${usage}\n`));
  const command = Object.hasOwn(commands, name ?? '') ? commands[name!] : undefined;
  if (name !== undefined && !command)
    return end({ exitCode: 2, stdout: '', stderr: `${usage}\n${unknownCommand(name)}\n` });
  const options = loadOptions(process.env);
  const log = new Logger(options.logLevel);
  process.on('exit', () => log.flush());
  for (const { name: variable, nearest } of misspeltVariables(optionTable, process.env, 'IDM_'))
    log.warn(`${variable} is no setting and is ignored: ${nearest} was meant?`);
  for (const { name: setting, reason } of ignoredSettings(process.env))
    log.warn(`${setting} has no effect: ${reason}`);
  try {
    if (!command) {
      const { serve } = await import('./serve');
      return await serve(options, log);
    }
    const context = { options, env: process.env, log };
    end(await runSubcommand({ usage, run: await command.load() }, args, context));
  } catch (error) {
    const explained = await explain(error, options);
    if (explained instanceof CommandFailed) process.stderr.write(`${explained.message}\n`);
    else log.error(command?.failure ?? 'could not start', errorFields(explained));
    process.exit(1);
  }
}

function unknownCommand(word: string): string {
  const nearest = nearestOf(word, [...Object.keys(commands), '--help', '--version']);
  const meant = nearest === undefined ? '' : `: ${nearest} was meant?`;
  const isFlag = word.startsWith('-') && nearest === undefined;
  return `'${word}' is no command${meant}${isFlag ? '; settings are IDM_* variables' : ''}`;
}

/** What the operator can mend becomes a line that says how; any other fault stays what it is. */
async function explain(error: unknown, { database }: Options): Promise<unknown> {
  if (error instanceof FolderNotWritable)
    return new CommandFailed(
      `identity-manager cannot start: ${error.message}; IDM_DATA_DIR names the folder`,
    );
  const { connectionFault } = await import('./database/connection-fault');
  const fault = connectionFault(error, database);
  return fault === undefined ? error : new CommandFailed(`identity-manager cannot start: ${fault}`);
}

keepFilesPrivate();
main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof OptionError ? error.message : String(error)}\n`);
  process.exit(1);
});
