import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import { passwordOf } from './login.service';
import { PasswordHasher } from './password-hasher';
import type { UserRow } from '../../database/entities/user.row';

/** Asks for a signed-in person's password again before something that an unattended browser must not do. */
@Injectable()
export class PasswordAgain {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditLog,
  ) {}

  /** @throws TooMany after too many failures */
  async isRight(user: UserRow, password: string, address: string | undefined): Promise<boolean> {
    const right = await this.limiter.reserve(passwordOf(user), address, async () => {
      const { matches } = await this.hasher.check(user.passwordHash, password, address);
      return matches;
    });
    if (right !== true) {
      const { id } = user;
      this.audit.record({ event: 'password.again', outcome: 'failure', actorId: id, subject: id, address });
    }
    return right === true;
  }

  /** Notes what somebody did with their own account. */
  record(event: string, { id }: UserRow, address: string | undefined): void {
    this.audit.record({ event, outcome: 'success', actorId: id, subject: id, address });
  }
}
