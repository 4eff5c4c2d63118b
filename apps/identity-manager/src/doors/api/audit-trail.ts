import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../subjects/audit/audit-log';
import type { ApiRequest } from '../../access/api-request';

/** Notes in the audit log what a user did through the management API. */
@Injectable()
export class AuditTrail {
  constructor(private readonly audit: AuditLog) {}

  /** Somebody asked for what they have no right to. */
  recordRefusal({ objects, method, path, ip }: ApiRequest, actorId: string): void {
    this.audit.record({
      event: 'access.refuse',
      outcome: 'failure',
      actorId,
      applicationId: objects?.application?.id,
      subject: `${method} ${path}`,
      address: ip,
    });
  }

  /**
   * @param event    dotted name, such as `role.create`
   * @param subject  id of what it was done to
   */
  record(
    { caller, objects, ip }: ApiRequest,
    event: string,
    subject: string,
    details?: Readonly<Record<string, unknown>>,
  ) {
    this.audit.record({
      event,
      outcome: 'success',
      actorId: caller?.id,
      applicationId: objects?.application?.id,
      subject,
      address: ip,
      details,
    });
  }
}
