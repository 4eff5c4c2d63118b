import type { LoggerService } from '@nestjs/common';
import type { BrokerLog } from './broker-log';

/** What the framework has to say, in the broker's log: trouble only, its chatter at DEBUG. */
export function nestLogger(log: BrokerLog): LoggerService {
  const text = (message: unknown) =>
    message instanceof Error ? (message.stack ?? message.message) : String(message);
  return {
    log: (message: unknown) => log.debug(text(message)),
    verbose: (message: unknown) => log.debug(text(message)),
    debug: (message: unknown) => log.debug(text(message)),
    warn: (message: unknown) => log.warn(text(message)),
    error: (message: unknown) => log.error(`Runtime Error (${text(message)})`),
    fatal: (message: unknown) => log.fatal(text(message)),
  };
}
