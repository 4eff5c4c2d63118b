import { Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import { Conflict } from '../../faults/faults';
import type { FoundKey } from './account-keys.repository';
import type { UserRow } from '../../database/entities/user.row';
import type { Translate } from '@smart-city/messages';
import type { Actor } from '../audit/actor';
import { AccountKeys } from './account-keys.service';
import { AccountMails } from './account-mails';
import { MailLimit } from './mail-limit';
import { UserChanges } from './user-changes.service';
import { UsersRepository } from './users.repository';

/** A new address counts once the key that was mailed there comes back. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly keys: AccountKeys,
    private readonly mails: AccountMails,
    private readonly limit: MailLimit,
    private readonly rows: UsersRepository,
    private readonly changes: UserChanges,
  ) {}

  /**
   * Nobody learns whether the address is taken by another user: it simply gets no mail then. The user's present address gets one
   * always.
   *
   * @throws TooMany
   */
  async request({ user, address }: Actor, email: string, t: Translate): Promise<void> {
    await this.limit.count(email, address);
    this.mails.emailChanging(user, t);
    const present = await this.rows.findByEmail(email);
    // A user may spell the own address in another way.
    if (!present || present.awaitingActivation || present.id === user.id)
      await this.mails.emailChange(user, email, t);
  }

  /**
   * Takes over the address that the key was mailed to; the link's own address does not count. A key that somebody else
   * opens is not used up.
   *
   * @returns false when the key does not count, or another user got the address meanwhile
   */
  async confirm({ id }: UserRow, key: string, address: string | undefined): Promise<boolean> {
    const used = await this.keys.use('verification', key, { address, ownerId: id }, (found, removal) =>
      this.take(found, removal),
    );
    return used !== undefined;
  }

  private async take({ userId, pendingEmail }: FoundKey, removal: Step): Promise<boolean> {
    if (pendingEmail === null) return false;
    try {
      return await this.changes.setEmail(userId, pendingEmail, [removal]);
    } catch (error) {
      if (error instanceof Conflict) return false;
      throw error;
    }
  }
}
