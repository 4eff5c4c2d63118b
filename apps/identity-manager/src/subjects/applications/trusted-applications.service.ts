import { Injectable } from '@nestjs/common';
import type { ApplicationRow } from '../../database/entities/application.row';
import { Invalid } from '../../faults/faults';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { TrustedApplicationsRepository } from './trusted-applications.repository';

type Application = Pick<ApplicationRow, 'id'>;

const field = 'trusted_oauth_client_id';

/** Applications whose tokens an application accepts. Doors ask before whether the actor may assign its roles. */
@Injectable()
export class TrustedApplications {
  constructor(
    private readonly trusted: TrustedApplicationsRepository,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
  ) {}

  idsOf({ id }: Application): Promise<readonly string[]> {
    return this.trusted.trustedBy(id);
  }

  /** With names, for people. */
  of({ id }: Application) {
    return this.trusted.named(id);
  }

  /** @throws Invalid for the application itself, and for one that is trusted already */
  async add(actor: Actor, { id }: Application, other: Application): Promise<void> {
    if (id === other.id) throw new Invalid(field, 'trustsItself');
    if (!(await this.trusted.add(id, other.id))) throw new Invalid(field, 'alreadyTrusted');
    this.changes.tell('trusted applications', { applicationId: id });
    this.audit.recordDone(actor, 'application.trust', { applicationId: id, subject: other.id });
  }

  /** @throws Invalid for the application itself, and for one that is not trusted */
  async remove(actor: Actor, { id }: Application, other: Application): Promise<void> {
    if (id === other.id) throw new Invalid(field, 'trustsItself');
    if (!(await this.trusted.remove(id, other.id))) throw new Invalid(field, 'notTrusted');
    this.changes.tell('trusted applications', { applicationId: id });
    this.audit.recordDone(actor, 'application.distrust', { applicationId: id, subject: other.id });
  }
}
