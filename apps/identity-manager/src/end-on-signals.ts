import type { INestApplication } from '@nestjs/common';
import { ServiceState } from '@smart-city/service';
import { AuditLog } from './subjects/audit/audit-log';
import type { Options } from './cli/options';
import { errorFields, type Logger } from './service/logger';
import type { Servers } from './http/servers';
import { DecisionCounts } from './subjects/decisions/decision-counts';
import { Mailer } from './subjects/mail/mailer';

/** What requests under way and mails get beyond the delay. */
const limitMs = 8_000;

/**
 * Ends the process on SIGTERM, SIGINT or SIGHUP: not ready any more (IDM_STOP_DELAY), no new requests, those under way finish,
 * what they left to be written (audit log, counts, mails) is written, the database is closed.
 */
export function endOnSignals(
  app: INestApplication,
  servers: Servers,
  { stopDelayMs }: Options,
  log: Logger,
): void {
  let ending = false;
  const end = async (signal: string) => {
    if (ending) return;
    ending = true;
    log.info('ending', { signal });
    setTimeout(() => {
      log.warn('requests still under way, ending without them');
      process.exit(0);
    }, stopDelayMs + limitMs).unref();
    try {
      app.get(ServiceState).beginStop();
      await servers.stop({ delayMs: stopDelayMs });
      await app.get(AuditLog).flush();
      await app.get(DecisionCounts).flush();
      await app.get(Mailer).flush();
      await app.close();
      process.exit(0);
    } catch (error) {
      log.error('could not end cleanly', errorFields(error));
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void end(signal));
}
