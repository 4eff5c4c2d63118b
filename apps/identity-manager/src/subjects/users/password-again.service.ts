import { Injectable } from '@nestjs/common';
import { Invalid } from '../../faults/faults';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { passwordOf } from './login.service';
import { PasswordHasher } from './password-hasher';

/** Asks for a signed-in user's password again before something that an unattended browser must not do. */
@Injectable()
export class PasswordAgain {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param field  what the password was sent as
   * @throws Invalid `password` when it is wrong; TooMany after too many failures
   */
  async check({ user, address }: Actor, password: string, field: string): Promise<void> {
    const right = await this.limiter.reserve(passwordOf(user), address, async () => {
      const { matches } = await this.hasher.check(user.passwordHash, password, address);
      return matches;
    });
    if (right === true) return;
    const { id } = user;
    this.audit.record({ event: 'password.again', outcome: 'failure', actorId: id, subject: id, address });
    throw new Invalid(field, 'password');
  }
}
