import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { randomKey, tokenHash } from '../../service/random-token';
import type { AccountKeyPurpose } from '../../database/entities/user.row';

const hourMs = 3_600_000;

/** How long a mailed key works. */
const lifeMs: Readonly<Record<AccountKeyPurpose, number>> = {
  activation: 24 * hourMs,
  reset: 24 * hourMs,
  verification: 24 * hourMs,
  disable_2fa: hourMs,
  second_factor_setup: hourMs,
  form: 24 * hourMs,
};

export interface TakenKey {
  readonly userId: string;
  readonly pendingEmail: string | null;
}

interface Columns {
  readonly user_id: string;
  readonly pending_email: string | null;
}

/** Single-use keys for links in mails: 256 random bits, kept as digests. */
@Injectable()
export class AccountKeys {
  constructor(
    private readonly sql: Sql,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Makes a key; an earlier one for the same purpose stops working. */
  async issue(purpose: AccountKeyPurpose, userId: string, pendingEmail?: string): Promise<string> {
    const key = randomKey();
    const now = this.clock.now();
    await this.sql.atomically([
      { sql: 'DELETE FROM account_keys WHERE user_id = ? AND purpose = ?', values: [userId, purpose] },
      {
        sql: 'INSERT INTO account_keys (key_hash, purpose, user_id, pending_email, expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?)',
        values: [tokenHash(key), purpose, userId, pendingEmail ?? null, now + lifeMs[purpose], now],
      },
    ]);
    return key;
  }

  /** Whose key it is, when it still works; it goes on working. */
  async find(purpose: AccountKeyPurpose, key: string): Promise<TakenKey | undefined> {
    const row = await this.sql.first<Columns>(
      'SELECT user_id, pending_email FROM account_keys WHERE key_hash = ? AND purpose = ? AND expires_at > ?',
      tokenHash(key),
      purpose,
      this.clock.now(),
    );
    return row && { userId: row.user_id, pendingEmail: row.pending_email };
  }

  /**
   * Uses the key up. Of two requests at once, one gets it; the refusal of the others is noted.
   *
   * @param ownerId  whose key it must be; one that somebody else brings is not used up
   */
  async take(
    purpose: AccountKeyPurpose,
    key: string,
    address: string | undefined,
    ownerId?: string,
  ): Promise<TakenKey | undefined> {
    const found = await this.find(purpose, key);
    if (found && (ownerId === undefined || found.userId === ownerId)) {
      const deleted = await this.sql.run('DELETE FROM account_keys WHERE key_hash = ?', tokenHash(key));
      if (deleted === 1) return found;
    }
    this.audit.record({
      event: 'key.refuse',
      outcome: 'failure',
      actorId: ownerId,
      subject: found?.userId,
      address,
      details: { purpose },
    });
    return undefined;
  }
}
