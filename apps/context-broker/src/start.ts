import 'reflect-metadata';
import { endWith, keepFilesPrivate, reportSilentEnd } from '@smart-city/service';
import { parseCommandLine } from './commands/command-line';

const expectEnd = reportSilentEnd('context-broker');
keepFilesPrivate();
const command = await parseCommandLine(process.argv.slice(2), process.env);
if (command.kind === 'print') {
  expectEnd();
  endWith(command);
} else {
  // Loaded here, so that a subcommand need not load the server.
  const { runBroker } = await import('./run-broker');
  await runBroker(command);
}
