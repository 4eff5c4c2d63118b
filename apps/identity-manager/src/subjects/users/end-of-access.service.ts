import { Inject, Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { StateChanges } from '../changes/state-changes';
import { EndOfAccessRepository } from './end-of-access.repository';

export interface EndOfAccessOptions {
  /** Digest of the session that goes on: that of the user who changes their own account. */
  readonly keepSession?: string | undefined;
  /** What makes the end necessary, written in the same transaction. */
  readonly because?: readonly Step[];
}

/**
 * Ends what a user's old password, or the lack of a second factor, has opened: a thief who came in before a change is
 * out after it.
 */
@Injectable()
export class EndOfAccess {
  constructor(
    private readonly rows: EndOfAccessRepository,
    private readonly changes: StateChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Ends the sessions, remembered browsers, mailed keys, authorization codes and tokens of every kind (access, refresh,
   * management API) that the user has. A JWT ends too: it counts only while its entry here does.
   *
   * @returns false, with nothing written, when a step of `because` changed another number of rows than it expected
   */
  async endEverythingOf(
    userId: string,
    { keepSession = '', because = [] }: EndOfAccessOptions = {},
  ): Promise<boolean> {
    const done = await this.rows.end(userId, this.clock.now(), keepSession, because);
    this.changes.tell('tokens of user', { userId });
    this.changes.tell('sessions ended', {});
    return done;
  }

  /** Signs the user out of every browser, and has each ask for the second factor again. */
  async endSessionsOf(userId: string): Promise<void> {
    await this.rows.endSessions(userId, this.clock.now());
    this.changes.tell('sessions ended', {});
  }

  /** Ends the user's authorization codes and tokens of every kind; browsers stay signed in. */
  async endTokensOf(userId: string): Promise<void> {
    await this.rows.endTokens(userId, this.clock.now());
    this.changes.tell('tokens of user', { userId });
  }
}
