import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../subjects/audit/audit-log';
import type { ApiRequest } from '../../access/api-request';

/** Notes in the audit log what a user did through the management API. */
@Injectable()
export class AuditTrail {
  constructor(private readonly audit: AuditLog) {}

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
