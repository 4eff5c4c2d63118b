import { join } from 'node:path';
import { Logger, openFileSink, parseLogLevel, standardOutput, type LogTarget } from '@smart-city/logging';
import type { BrokerOptions } from '../cli/options';
import { keepRecentTroubles, RecentTroubles } from './recent-troubles';

/** The broker's log. Level and limits change by `/admin/log`. */
export type BrokerLog = Logger;

/** Injection token of {@link BrokerLog}. */
export const LOG = 'context-broker.log';

const FILE_NAME = 'contextBroker.log';

/** Opens the log that the options ask for: standard output, and the file unless `-disableFileLog`. */
export function openLog(options: BrokerOptions): BrokerLog {
  const targets: LogTarget[] = [
    { sink: standardOutput(), format: options.logForHumans ? 'human' : options.logFormat },
  ];
  let fault: unknown;
  if (!options.disableFileLog) {
    try {
      targets.push({
        sink: openFileSink(join(options.logDir, FILE_NAME), { append: options.logAppend }),
        format: options.logFormat,
      });
    } catch (error) {
      fault = error;
    }
  }
  const recent = new RecentTroubles();
  if (options.adminConsole) targets.push({ sink: recent, format: 'orion' });
  const log = new Logger(targets, {
    component: 'Orion',
    level: parseLogLevel(options.logLevel) ?? 'WARN',
    lineMaxSize: options.logLineMaxSize,
    payloadMaxSize: options.logInfoPayloadMaxSize,
  });
  keepRecentTroubles(log, recent);
  if (fault instanceof Error) log.warn(`cannot write a log file: ${fault.message}`);
  return log;
}
