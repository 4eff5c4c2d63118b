import 'reflect-metadata';
import { reportSilentEnd } from '@smart-city/lifecycle';
import { keepFilesPrivate } from '@smart-city/lifecycle';
import { OptionError } from '@smart-city/options';
import { BackupError } from '@smart-city/sqlite-backup';
import { loadOptions, type Options } from './cli/options';
import { Logger, errorFields } from './http/logger';
import { runImport } from './import/run-import';
import { BadUsage, CommandFailed } from './operations/command-error';
import { backupUsage, restoreUsage, runBackup, runRestore } from './operations/run-backup';
import { copyUsage, runCopy } from './operations/run-copy';
import { serve } from './serve';

const usage = `identity-manager                         serves, with settings from IDM_* variables
identity-manager import-keyrock <url>    takes over a Keyrock database (mysql://… or postgresql://…)
${backupUsage}
                                         copies the embedded database while it is in use
${restoreUsage}
                                         puts such a copy back
${copyUsage}
                                         moves the data; a database is sqlite:<file>, postgres://… or mysql://…
`;

type Command = (args: readonly string[], options: Options, log: Logger) => Promise<void>;

/** What may follow `identity-manager`, and what a failure of it is called in the log. */
const commands: Readonly<Record<string, { readonly run: Command; readonly failure: string }>> = {
  'import-keyrock': { run: importKeyrock, failure: 'could not import' },
  backup: { run: runBackup, failure: 'could not back up' },
  restore: { run: runRestore, failure: 'could not restore' },
  copy: { run: (args, _options, log) => runCopy(args, process.env, log), failure: 'could not copy' },
};

async function importKeyrock(args: readonly string[], options: Options, log: Logger): Promise<void> {
  const [url] = args;
  if (url === undefined) throw new BadUsage('the address of the Keyrock database is missing');
  await runImport(url, options, log);
}

/** Start-up, top to bottom: settings, database, application, listen. */
async function main([name, ...args]: readonly string[]): Promise<void> {
  const expectEnd = reportSilentEnd('identity-manager');
  const command = Object.hasOwn(commands, name ?? '') ? commands[name!] : undefined;
  if ((name !== undefined && !command) || args.includes('--help')) {
    process.stderr.write(usage);
    process.exit(name === '--help' || args.includes('--help') ? 0 : 2);
  }
  const options = loadOptions(process.env);
  const log = new Logger(options.logLevel);
  process.on('exit', () => log.flush());
  try {
    if (!command) return await serve(options, log);
    await command.run(args, options, log);
    expectEnd();
  } catch (error) {
    process.exit(report(error, log, command?.failure ?? 'could not start'));
  }
}

/** @returns the exit code: 2 for a wrong call, else 1 */
function report(error: unknown, log: Logger, failure: string): 1 | 2 {
  if (error instanceof BadUsage) {
    process.stderr.write(`${error.message}\n${usage}`);
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
