import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { FailureLimiter } from '../http/failure-limiter';
import { PasswordHasher } from './password-hasher';
import type { UserRow } from './user.row';

/** Asks for a signed-in person's password again before something that an unattended browser must not do. */
@Injectable()
export class PasswordAgain {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly limiter: FailureLimiter,
    private readonly audit: AuditLog,
  ) {}

  /** @throws OAuthError 429 after too many failures */
  async isRight(user: UserRow, password: string, address: string | undefined): Promise<boolean> {
    const account = `user ${user.emailLower}`;
    this.limiter.check(account, address);
    const { matches } = await this.hasher.check(user.passwordHash, password);
    if (matches) this.limiter.succeed(account);
    else this.limiter.fail(account, address);
    return matches;
  }

  /** Notes what somebody did with their own account. */
  record(event: string, { id }: UserRow, address: string | undefined): void {
    this.audit.record({ event, outcome: 'success', actorId: id, subject: id, address });
  }
}
