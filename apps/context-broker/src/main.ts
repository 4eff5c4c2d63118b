import 'reflect-metadata';
import { parseCommandLine } from './cli/command-line';
import { runBroker } from './run-broker';

const command = await parseCommandLine(process.argv.slice(2), process.env);
if (command.kind === 'print') {
  process.stdout.write(command.stdout);
  process.stderr.write(command.stderr);
  process.exitCode = command.exitCode;
} else {
  await runBroker(command);
}
