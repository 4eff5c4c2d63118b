import { Inject, Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { Caches } from '../../service/timed-cache';
import { CLOCK } from '../../service/tokens';

export interface EndOfAccessOptions {
  /** Digest of the session that goes on: that of the person who changes their own account. */
  readonly keepSession?: string | undefined;
  /** What makes the end necessary, written in the same transaction. */
  readonly because?: Step;
}

/**
 * Ends what a user's old password, or the lack of a second factor, has opened: a thief who came in before a change is
 * out after it.
 */
@Injectable()
export class EndOfAccess {
  constructor(
    private readonly sql: Sql,
    private readonly caches: Caches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Ends the sessions, remembered browsers, mailed keys, authorization codes and tokens of every kind (access, refresh,
   * management API) that the user has. A JWT ends too: it counts only while its entry here does.
   */
  async endEverythingOf(
    userId: string,
    { keepSession = '', because }: EndOfAccessOptions = {},
  ): Promise<void> {
    const now = this.clock.now();
    await this.sql.atomically([
      ...(because ? [because] : []),
      {
        sql: 'DELETE FROM web_sessions WHERE user_id = ? AND session_hash <> ?',
        values: [userId, keepSession],
      },
      { sql: 'DELETE FROM remembered_devices WHERE user_id = ?', values: [userId] },
      // Keys of forms are no access, they only make a form count once.
      { sql: "DELETE FROM account_keys WHERE user_id = ? AND purpose <> 'form'", values: [userId] },
      { sql: 'DELETE FROM authorization_codes WHERE user_id = ? AND used_at IS NULL', values: [userId] },
      { sql: 'UPDATE api_tokens SET valid = FALSE WHERE user_id = ?', values: [userId] },
      ...['refresh_tokens', 'access_tokens'].map((table) => ({
        sql: `UPDATE ${table} SET revoked_at = ? WHERE user_id = ? AND revoked_at IS NULL`,
        values: [now, userId],
      })),
    ]);
    this.caches.clear();
  }
}
