import { Injectable } from '@nestjs/common';
import type { AuditLogRow } from '../../database/entities/audit-log.row';
import type { AuditFilter } from './audit-filter';
import { AuditLog } from './audit-log';
import { AuditRepository } from './audit.repository';

export interface AuditLine {
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly event: string;
  /** Name of who did it, or the id when there is no such user any more. */
  readonly actor: string | null;
  readonly application: string | null;
  readonly subject: string | null;
  readonly address: string | null;
  readonly outcome: string;
  readonly details: readonly (readonly [name: string, value: string])[];
}

/** The members of the stored object, as text. */
const readDetails = (details: AuditLogRow['details']): AuditLine['details'] =>
  Object.entries(details ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);

/** Reads the audit log for administrators. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly rows: AuditRepository,
    private readonly audit: AuditLog,
  ) {}

  /** How many entries there are; those that still wait in this process are written before. */
  async count(filter: AuditFilter): Promise<number> {
    await this.audit.flush();
    return this.rows.count(filter);
  }

  /**
   * How often something was done in an application, by days since 1970; days without it are left out.
   *
   * @param since  milliseconds
   */
  countByDay(event: string, applicationId: string, since: number) {
    return this.rows.countByDay(event, applicationId, since);
  }

  /** The latest first. */
  async find(filter: AuditFilter, limit: number, offset: number): Promise<readonly AuditLine[]> {
    const rows = await this.rows.find(filter, limit, offset);
    return rows.map(({ actorId, details, ...rest }) => ({
      ...rest,
      actor: rest.actor ?? actorId,
      details: readDetails(details),
    }));
  }
}
