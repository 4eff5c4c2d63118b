import { Injectable } from '@nestjs/common';
import type { UserRow } from '../../database/entities/user.row';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { EndOfAccess } from './end-of-access.service';
import { SecondFactorsRepository } from './second-factors.repository';

type User = Pick<UserRow, 'id'>;

/** What administrators end of a user's access. Doors ask before whether the actor is one. */
@Injectable()
export class UserAccess {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly access: EndOfAccess,
    private readonly audit: AuditLog,
  ) {}

  /** Signs the user out of every browser; none of them skips the second factor any more. */
  async endSessions(actor: Actor, { id }: User): Promise<void> {
    await this.access.endSessionsOf(id);
    this.audit.recordDone(actor, 'session.end', { subject: id, details: { which: 'all' } });
  }

  /** Ends the user's tokens of every kind in every application, and codes that would become some. */
  async revokeTokens(actor: Actor, { id }: User): Promise<void> {
    await this.access.endTokensOf(id);
    this.audit.recordDone(actor, 'token.revoke', { subject: id, details: { which: 'all' } });
  }

  /** For who lost device and codes: the password alone is enough then. */
  async removeSecondFactor(actor: Actor, { id }: User): Promise<void> {
    await this.factors.switchOff(id);
    this.audit.recordDone(actor, 'user.second-factor.remove', { subject: id });
  }
}
