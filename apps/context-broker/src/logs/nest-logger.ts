import { errorStack } from '@smart-city/service';
import type { LoggerService } from '@nestjs/common';
import type { BrokerLog } from './broker-log';

/** What the framework has to say, in the broker's log: trouble only. Its chatter would be foreign lines in Orion's log. */
export function nestLogger(log: BrokerLog): LoggerService {
  const text = (message: unknown) => errorStack(message);
  return {
    log: () => undefined,
    verbose: () => undefined,
    debug: () => undefined,
    warn: (message: unknown) => log.warn(text(message)),
    error: (message: unknown) => log.error(`Runtime Error (${text(message)})`),
    fatal: (message: unknown) => log.fatal(text(message)),
  };
}
