import { Injectable } from '@nestjs/common';
import { Invalid } from '../../faults/faults';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { DirectoryAccounts } from './directory-accounts.service';
import { DirectoryLogins } from './directory-logins.service';
import { passwordOf } from './login.service';
import { PasswordHasher } from './password-hasher';

/** Asks for a signed-in user's password again before something that an unattended browser must not do. */
@Injectable()
export class PasswordAgain {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditLog,
    private readonly accounts: DirectoryAccounts,
    private readonly directory: DirectoryLogins,
  ) {}

  /**
   * @param field  what the password was sent as
   * @throws Invalid `password` when it is wrong; TooMany after too many failures; DirectoryAway
   */
  async check({ user, address }: Actor, password: string, field: string): Promise<void> {
    const right = await this.limiter.reserve(passwordOf(user), address, async () => {
      if (this.accounts.has(user.id)) return this.directory.checkAgain(user, password, address);
      const { matches } = await this.hasher.check(user.passwordHash, password, address);
      return matches;
    });
    if (right === true) return;
    const { id } = user;
    this.audit.record({ event: 'password.again', outcome: 'failure', actorId: id, subject: id, address });
    throw new Invalid(field, 'password');
  }
}
