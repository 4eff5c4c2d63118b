import { Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import { endOpened } from '../../database/endings';
import { Sql } from '../../database/sql';

/** Ends everything that a user has open. */
@Injectable()
export class EndOfAccessRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Writes all steps in one transaction.
   *
   * @param keepSession  digest of the session that goes on; empty for none
   * @param because      what makes the end necessary
   * @returns false, with nothing written, when one of `because` changed another number of rows than it expected
   */
  end(userId: string, now: number, keepSession: string, because: readonly Step[]): Promise<boolean> {
    return this.sql.atomically([
      ...because,
      ...endOpened('session', userId, now, keepSession),
      ...endOpened('device', userId, now),
      ...endOpened('key', userId, now),
      ...endOpened('token', userId, now),
    ]);
  }

  async endSessions(userId: string, now: number): Promise<void> {
    await this.sql.atomically([...endOpened('session', userId, now), ...endOpened('device', userId, now)]);
  }

  async endTokens(userId: string, now: number): Promise<void> {
    await this.sql.atomically(endOpened('token', userId, now));
  }
}
