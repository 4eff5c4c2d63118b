import { readFileSync, writeSync } from 'node:fs';
import type { Server } from 'node:http';
import {
  closeUnreadBodies,
  errorMessage,
  errorStack,
  keepAddressFile,
  listenFault,
  StoppableServer,
} from '@smart-city/service';
import { describeEnvironment, showCommandLine } from '@smart-city/options';
import type { BrokerCommandLine, BrokerOptions } from './cli/options';
import { optionTable } from './cli/option-table';
import { createApp } from './create-app';
import { createHistoryServer } from './faces/history/history-port';
import { listen, listenOn } from './http/listen';
import { openLog, type BrokerLog } from './logs/broker-log';
import { unguardedWarning } from './operations/admin/unguarded';
import { writePidFile } from './pid-file';
import { stopBrokerOnSignals, type Running } from './stop-broker-on-signals';

/** Starts the broker and returns once it listens; it ends by signal. Exit codes: 0 stopped, 1 could not start. */
export async function runBroker({ options, sources, warnings }: BrokerCommandLine): Promise<void> {
  const log = openLog(options);
  log.info(
    `start command line <${['contextBroker', showCommandLine(optionTable, process.argv.slice(2))].join(' ').trim()}>`,
  );
  for (const line of describeEnvironment(optionTable, options, sources)) log.info(line);
  for (const warning of warnings) log.warn(warning);
  const unguarded = unguardedWarning(options);
  if (unguarded !== undefined) log.warn(unguarded);
  const running: Running = {};
  stopBrokerOnSignals(running, options, log);
  reportFaults(log);
  try {
    const pidFileCounts = sources.get('pidPath') !== 'default' && !options.harakiri;
    running.cleanUp = writePidFile(options.pidPath, pidFileCounts, log);
    running.app = await createApp(options, log);
    const server = running.app.getHttpServer() as Server;
    running.server = new StoppableServer(server);
    closeUnreadBodies(server, options.requestTimeoutMs);
    const address = await listen(running.app, options);
    log.info('Orion Context Broker is running');
    log.info('Startup completed');
    await listenForHistory(running, server, options, log);
    const url = `${options.https ? 'https' : 'http'}://${address.host}:${address.port}`;
    if (options.addressFile !== undefined)
      keepAddressFile(options.addressFile, url, (error) =>
        log.warn(`cannot write the address file: ${errorMessage(error)}`),
      );
    // The one line that start scripts and tests wait for.
    process.stdout.write(`context-broker listening on ${url}\n`);
  } catch (error) {
    const reason = errorMessage(error);
    log.fatal(`Fatal Error (${reason})`);
    log.flush();
    writeSync(2, `context-broker cannot start: ${listenFault(error, options.port, '-port') ?? reason}\n`);
    process.exit(1);
  }
}

/** Opens `-historyPort`, where there is one. */
async function listenForHistory(
  running: Running,
  main: Server,
  options: BrokerOptions,
  log: BrokerLog,
): Promise<void> {
  const { historyPort, history, https, httpsKeyFile, httpsCertFile } = options;
  if (historyPort === undefined || history === 'off') return;
  const keys = https ? { key: readFileSync(httpsKeyFile!), cert: readFileSync(httpsCertFile!) } : undefined;
  const server = createHistoryServer(main, keys);
  running.history = new StoppableServer(server);
  closeUnreadBodies(server, options.requestTimeoutMs);
  const { host, port } = await listenOn(server, { ...options, port: historyPort });
  log.info(`history is served at ${https ? 'https' : 'http'}://${host}:${port}`);
}

/** A fault nobody handled is logged; the broker goes on serving the others. */
function reportFaults(log: BrokerLog): void {
  const report = (fault: unknown) => log.error(`Runtime Error (${errorStack(fault)})`);
  process.on('unhandledRejection', report);
  process.on('uncaughtException', report);
}
