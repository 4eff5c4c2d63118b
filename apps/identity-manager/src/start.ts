import 'reflect-metadata';
import {
  asksForHelp,
  CommandFailed,
  endWith,
  errorMessage,
  FolderNotWritable,
  keepFilesPrivate,
  printed,
  reportSilentEnd,
  runSubcommand,
  type CommandResult,
} from '@smart-city/service';
import { misspeltVariables, nearestOf, OptionError } from '@smart-city/options';
import { ignoredSettings } from './cli/keyrock-settings';
import { optionTable } from './cli/option-table';
import { loadOptions, type Options } from './cli/options';
import { commands, usage } from './commands';
import { Logger, errorFields } from './service/logger';
import { release } from './service/release';

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
  const command = Object.hasOwn(commands, name ?? '') ? commands[name!] : undefined;
  if (asksForHelp(words)) return end(printed(`${command?.usage ?? usage}\n`));
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
    end(await runSubcommand({ usage: command.usage, run: await command.load() }, args, context));
  } catch (error) {
    const explained = await explain(error, options);
    if (explained instanceof CommandFailed) process.stderr.write(`${explained.message}\n`);
    else if (command) process.stderr.write(`${command.failure}: ${errorMessage(explained)}\n`);
    else log.error('could not start', errorFields(explained));
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
