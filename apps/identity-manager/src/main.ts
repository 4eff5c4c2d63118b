import 'reflect-metadata';
import { OptionError } from '@smart-city/options';
import { loadOptions } from './cli/options';
import { Logger, errorFields } from './http/logger';
import { runImport } from './import/run-import';
import { serve } from './serve';

const usage = `identity-manager                         serves, with settings from IDM_* variables
identity-manager import-keyrock <url>    takes over a Keyrock database (mysql://… or postgresql://…)
`;

/** Start-up, top to bottom: settings, database, application, listen. */
async function main([command, url]: readonly string[]): Promise<void> {
  const isImport = command === 'import-keyrock' && url !== undefined;
  if (command !== undefined && !isImport) {
    process.stderr.write(usage);
    process.exit(command === '--help' ? 0 : 2);
  }
  const options = loadOptions(process.env);
  const log = new Logger(options.logLevel);
  process.on('exit', () => log.flush());
  try {
    await (isImport ? runImport(url, options, log) : serve(options, log));
  } catch (error) {
    log.error(isImport ? 'could not import' : 'could not start', errorFields(error));
    process.exit(1);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof OptionError ? error.message : String(error)}\n`);
  process.exit(1);
});
