import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { OPTIONS, type Options } from '../cli/options';
import type { Clock } from '../service/clock';
import { errorFields, Logger } from '../service/logger';
import { CLOCK } from '../service/tokens';
import { AuditLogRow } from './entities/audit-log.row';
import { OpenIdGrantRow } from './entities/openid.row';
import { SigningKeyRow } from './entities/signing-key.row';
import { AccessTokenRow, ApiTokenRow, AuthorizationCodeRow, RefreshTokenRow } from './entities/token.row';
import { AccountKeyRow, RememberedDeviceRow } from './entities/user.row';
import { WebSessionRow } from './entities/web-session.row';
import { names } from './names';
import { Sql } from './sql';
import { deleteWhere } from './statements';

const dayMs = 86_400_000;

/**
 * How long an expired row stays. Used codes and refresh tokens must outlive their use, so that a second use is
 * recognised; access tokens stay a day, so that a late client reads "expired" rather than "unknown".
 */
const expiring = (
  [
    [AuthorizationCodeRow, dayMs],
    [AccessTokenRow, dayMs],
    [RefreshTokenRow, dayMs],
    [ApiTokenRow, dayMs],
    [AccountKeyRow, 0],
    [WebSessionRow, 0],
    [RememberedDeviceRow, 0],
    [SigningKeyRow, 0],
  ] as const
).map(([entity, graceMs]) => ({
  graceMs,
  deleteExpired: deleteWhere<Expiring>(entity, ({ expiresAt }) => `${expiresAt} < ?`),
}));

interface Expiring {
  readonly expiresAt: number | null;
}

const deleteOldAudits = deleteWhere(AuditLogRow, ({ occurredAt }) => `${occurredAt} < ?`);

const access = names(AccessTokenRow, 't');
const refresh = names(RefreshTokenRow, 't');
const session = names(WebSessionRow, 's');

/** Deletes the facts of a grant once nothing is left of it: no token of its family, and not the session it was given in. */
const deleteForgottenGrants = deleteWhere(
  OpenIdGrantRow,
  ({ table, createdAt, familyId, sid }) => `${createdAt} < ?
    AND NOT EXISTS (SELECT 1 FROM ${access.table} WHERE ${access.familyId} = ${table}.${familyId})
    AND NOT EXISTS (SELECT 1 FROM ${refresh.table} WHERE ${refresh.familyId} = ${table}.${familyId})
    AND NOT EXISTS (SELECT 1 FROM ${session.table} WHERE ${session.sid} = ${table}.${sid})`,
);

/** Deletes rows that have expired, and old entries of the audit log. Every process does it; that does no harm. */
@Injectable()
export class CleanupService implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly log: Logger,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const { cleanupIntervalSeconds } = this.options;
    if (cleanupIntervalSeconds === 0) return;
    this.timer = setInterval(() => void this.run(), cleanupIntervalSeconds * 1000);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Returns the number of rows deleted; failures are logged and tried again next time. */
  async run(): Promise<number> {
    const now = this.clock.now();
    let deleted = 0;
    try {
      for (const { deleteExpired, graceMs } of expiring)
        deleted += await this.sql.run(deleteExpired(now - graceMs));
      deleted += await this.sql.run(deleteForgottenGrants(now - dayMs));
      deleted += await this.sql.run(deleteOldAudits(now - this.options.auditDays * dayMs));
      if (deleted > 0) this.log.info('expired rows deleted', { rows: deleted });
    } catch (error) {
      this.log.error('cleanup failed', errorFields(error));
    }
    return deleted;
  }
}
