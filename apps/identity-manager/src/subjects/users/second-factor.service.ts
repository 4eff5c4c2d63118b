import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SecretCipher } from '../../database/secret-cipher';
import { AuditLog } from '../audit/audit-log';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import { tokenHash } from '../../service/random-token';
import { sameText } from '../../service/same-text';
import type { UserRow } from '../../database/entities/user.row';

/** Seconds that a code is shown for. */
const stepSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 (RFC 4648) as authenticators show it; blanks and letter case do not count. */
export function decodeBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, value] = [0, 0];
  for (const char of text.toUpperCase().replace(/[\s=]/g, '')) {
    value = ((value << 5) | alphabet.indexOf(char)) & 0xffff;
    bits += 5;
    if (bits >= 8) bytes.push((value >> (bits -= 8)) & 0xff);
  }
  return Buffer.from(bytes);
}

/** The six digits of RFC 6238 with its defaults: SHA-1, steps of 30 s. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The step whose code this is: the one of this moment or a neighbour; undefined when it is neither. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const key = decodeBase32(secret);
  const now = Math.floor(nowMs / 1000 / stepSeconds);
  return [now, now - 1, now + 1].find((step) => sameText(totpCode(key, step), code));
}

/** Checks codes of users who switched the second factor on. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly sql: Sql,
    private readonly cipher: SecretCipher,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Whether the code is right: of this step or a neighbour, each step once, or an unused recovery code.
   *
   * @throws OAuthError 429 after too many wrong codes
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
    if (step === undefined) return false;
    const changed = await this.sql.run(
      'UPDATE users SET totp_last_step = ? WHERE id = ? AND (totp_last_step IS NULL OR totp_last_step < ?)',
      step,
      user.id,
      step,
    );
    return changed === 1;
  }

  private async useRecoveryCode(user: UserRow, code: string): Promise<boolean> {
    const left = user.totpRecovery ?? [];
    const hash = tokenHash(code.toLowerCase());
    if (!left.includes(hash)) return false;
    const changed = await this.sql.run(
      'UPDATE users SET totp_recovery = ? WHERE id = ? AND totp_recovery = ?',
      JSON.stringify(left.filter((other) => other !== hash)),
      user.id,
      JSON.stringify(left),
    );
    return changed === 1;
  }
}
