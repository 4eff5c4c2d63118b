#!/usr/bin/env node
import 'reflect-metadata';
import {
  BadUsage,
  CommandFailed,
  FolderNotWritable,
  keepFilesPrivate,
  reportSilentEnd,
} from '@smart-city/service';
import { misspeltVariables, nearestOf, OptionError } from '@smart-city/options';
import { BackupError } from '@smart-city/sqlite-backup';
import { ignoredSettings } from './cli/keyrock-settings';
import { optionTable } from './cli/option-table';
import { loadOptions, type Options } from './cli/options';
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
identity-manager --help, -h, --version   say this, and which version it is
`;

type Command = (args: readonly string[], options: Options, log: Logger) => Promise<void>;

interface Subcommand {
  /** Loaded when it is asked for: a health check need not load the server. */
  readonly load: () => Promise<Command>;
  /** What a failure of it is called in the log. */
  readonly failure: string;
}

/** What may follow `identity-manager`. */
const commands: Readonly<Record<string, Subcommand>> = {
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
    load: async () => {
      const { runCopy } = await import('./doors/operations/run-copy');
      return (args, _options, log) => runCopy(args, process.env, log);
    },
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
async function main([name, ...args]: readonly string[]): Promise<void> {
  const expectEnd = reportSilentEnd('identity-manager');
  const command = Object.hasOwn(commands, name ?? '') ? commands[name!] : undefined;
  const isHelp = [name, ...args].some((word) => word === '--help' || word === '-h');
  if (name === '--version') {
    process.stdout.write(`identity-manager ${release.version}\n`);
    process.exit(0);
  }
  if ((name !== undefined && !command) || isHelp) {
    if (isHelp) process.stdout.write(usage);
    else process.stderr.write(`${usage}${unknownCommand(name!)}\n`);
    process.exit(isHelp ? 0 : 2);
  }
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
    const run = await command.load();
    await run(args, options, log);
    expectEnd();
  } catch (error) {
    process.exit(report(await explain(error, options), log, command?.failure ?? 'could not start'));
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

/** @returns the exit code: 2 for a wrong call, else 1 */
function report(error: unknown, log: Logger, failure: string): 1 | 2 {
  if (error instanceof BadUsage) {
    process.stderr.write(`${usage}${error.message}\n`);
    return 2;
  }
  if (error instanceof BackupError || error instanceof CommandFailed)
    process.stderr.write(`${error.message}\n`);
  else log.error(failure, errorFields(error));
  return 1;
}

keepFilesPrivate();
main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof OptionError ? error.message : String(error)}\n`);
  process.exit(1);
});
