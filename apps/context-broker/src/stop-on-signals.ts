import { writeSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import { ServiceState, type StoppableServer, errorMessage } from '@smart-city/service';
import type { BrokerOptions } from './cli/options';
import type { BrokerLog } from './logs/broker-log';

/** What requests under way get beyond the delay and the time for notifications. */
const REQUESTS_MS = 5_000;
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** What there is to stop so far. */
export interface Running {
  app?: INestApplication;
  server?: StoppableServer;
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
 * under way finish, notifications that wait go out (`-stopDrain`), counters and pending writes are stored. Exit codes: 0
 * stopped, 1 a store failed meanwhile.
 */
export function stopOnSignals(
  running: Running,
  { stopDelayMs, stopDrainMs }: BrokerOptions,
  log: BrokerLog,
): void {
  let stopping = false;
  const end = (exitCode: number): never => {
    running.cleanUp?.();
    log.close();
    process.exit(exitCode);
  };
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info(`Signal ${signal} received, stopping`);
    sayToStarter(`context-broker stops: ${signal} received\n`);
    // A request that never ends (a database that hangs) must not hold up the stop.
    const limitMs = stopDelayMs + stopDrainMs + REQUESTS_MS;
    setTimeout(() => {
      log.warn(`requests still under way after ${limitMs / 1000} s, stopping without them`);
      end(0);
    }, limitMs).unref();
    try {
      running.app?.get(ServiceState).beginStop();
      await running.server?.stop({ delayMs: stopDelayMs });
      await running.app?.close();
      end(0);
    } catch (error) {
      log.error(`Runtime Error (${errorMessage(error)})`);
      end(1);
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => void stop(signal));
}
