import 'reflect-metadata';
import { BadOptions, loadOptions } from './cli/options';
import { Logger, errorFields } from './http/logger';
import { serve } from './serve';

/** Start-up, top to bottom: settings, database, application, listen. */
async function main(): Promise<void> {
  const options = loadOptions(process.env);
  const log = new Logger(options.logLevel);
  try {
    await serve(options, log);
  } catch (error) {
    log.error('could not start', errorFields(error));
    process.exit(1);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof BadOptions ? error.message : String(error)}\n`);
  process.exit(1);
});
