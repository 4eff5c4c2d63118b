import { constants } from 'node:os';
import { writeSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import { errorMessage, ServiceState, stopOnSignals, type StoppableServer } from '@smart-city/service';
import type { BrokerOptions } from './cli/options';
import type { BrokerLog } from './logs/broker-log';
import { StreamHub } from './core/streams/stream-hub';

/** What requests under way get beyond the delay and the time for notifications. */
const REQUESTS_MS = 5_000;

/** What there is to stop so far. */
export interface Running {
  app?: INestApplication;
  server?: StoppableServer;
  /** Of `-historyPort`. */
  history?: StoppableServer;
  cleanUp?: () => void;
}

/** Whatever the log level: whoever finds the broker gone, with exit code 0, should see why. A terminal that hung up takes nothing. */
function sayToStarter(line: string): void {
  try {
    writeSync(2, line);
  } catch {
    // Nobody is there to read it.
  }
}

/**
 * Ends the process by signal, in the order that loses nothing: not ready any more (`-stopDelay`), no new requests, those
 * under way finish, notifications that wait go out (`-stopDrain`), counters and pending writes are stored.
 */
export function stopBrokerOnSignals(
  running: Running,
  { stopDelayMs, stopDrainMs }: BrokerOptions,
  log: BrokerLog,
): void {
  const limitMs = stopDelayMs + stopDrainMs + REQUESTS_MS;
  stopOnSignals({
    limitMs,
    work: async (signal) => {
      log.info(`Signal Handler (caught signal ${constants.signals[signal]})`);
      log.info('Orion context broker exiting due to receiving a signal');
      sayToStarter(`context-broker stops: ${signal} received\n`);
      running.app?.get(ServiceState).beginStop();
      // A stream has no end of its own that could be waited for.
      setTimeout(() => running.app?.get(StreamHub).stop(), stopDelayMs);
      const servers = [running.server, running.history];
      await Promise.all(servers.map(async (server) => server?.stop({ delayMs: stopDelayMs })));
      await running.app?.close();
    },
    late: () => log.warn(`requests still under way after ${limitMs / 1000} s, stopping without them`),
    failed: (error) => log.error(`Runtime Error (${errorMessage(error)})`),
    finish: () => {
      running.cleanUp?.();
      log.close();
    },
  });
}
