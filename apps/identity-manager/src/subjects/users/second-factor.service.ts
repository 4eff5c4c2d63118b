import { Inject, Injectable } from '@nestjs/common';
import { SecretCipher } from '../../database/secret-cipher';
import { AuditLog } from '../audit/audit-log';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import { tokenHash } from '../../service/random-token';
import { stepOfCode } from './time-codes';
import { SecondFactorsRepository } from './second-factors.repository';
import type { UserRow } from '../../database/entities/user.row';

/** Checks codes of users who switched the second factor on. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly rows: SecondFactorsRepository,
    private readonly cipher: SecretCipher,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Whether the code is right: of this step or a neighbour, each step once, or an unused recovery code.
   *
   * @throws TooMany after too many wrong codes
   */
  async verify(user: UserRow, code: string, address: string | undefined): Promise<boolean> {
    const { totpSecret } = user;
    if (totpSecret === null) return false;
    const typed = code.replace(/\s/g, '');
    const right = await this.limiter.reserve({ kind: 'code', account: user.id }, address, () =>
      /^\d{6}$/.test(typed) ? this.useStep(user, typed, totpSecret) : this.useRecoveryCode(user, typed),
    );
    if (right !== true) {
      const { id } = user;
      this.audit.record({ event: 'second-factor', outcome: 'failure', actorId: id, subject: id, address });
    }
    return right === true;
  }

  /** The conditional update lets one request win, so a code works once even when sent twice at once. */
  private async useStep(user: UserRow, code: string, encrypted: string): Promise<boolean> {
    const step = stepOfCode(this.cipher.decrypt(encrypted), code, this.clock.now());
    return step !== undefined && this.rows.useStep(user.id, step);
  }

  private async useRecoveryCode(user: UserRow, code: string): Promise<boolean> {
    const left = user.totpRecovery ?? [];
    const hash = tokenHash(code.toLowerCase());
    if (!left.includes(hash)) return false;
    const unused = left.filter((other) => other !== hash);
    return this.rows.replaceRecoveryCodes(user.id, left, unused);
  }
}
