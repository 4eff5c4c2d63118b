import type { INestApplication } from '@nestjs/common';
import { ServiceState, stopOnSignals } from '@smart-city/service';
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
  stopOnSignals({
    limitMs: stopDelayMs + limitMs,
    work: async (signal) => {
      log.info('ending', { signal });
      app.get(ServiceState).beginStop();
      await servers.stop({ delayMs: stopDelayMs });
      await app.get(AuditLog).flush();
      await app.get(DecisionCounts).flush();
      await app.get(Mailer).flush();
      await app.close();
    },
    late: () => log.warn('requests still under way, ending without them'),
    failed: (error) => log.error('could not end cleanly', errorFields(error)),
  });
}
