#!/usr/bin/env node
import 'reflect-metadata';
import { reportSilentEnd } from '@smart-city/service';
import { keepFilesPrivate } from '@smart-city/service';
import { parseCommandLine } from './commands/command-line';

const expectEnd = reportSilentEnd('context-broker');
keepFilesPrivate();
const command = await parseCommandLine(process.argv.slice(2), process.env);
if (command.kind === 'print') {
  expectEnd();
  process.stdout.write(command.stdout);
  process.stderr.write(command.stderr);
  process.exitCode = command.exitCode;
} else {
  // Loaded here, so that a subcommand need not load the server.
  const { runBroker } = await import('./run-broker');
  await runBroker(command);
}
