import { Injectable } from '@nestjs/common';
import type { Translate } from '../../messages/messages';
import { AccountKeys } from './account-keys.service';
import { AccountMails } from './account-mails';
import type { UserRow } from '../../database/entities/user.row';
import { UsersService } from './users.service';

/** The keys of a change of address. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly keys: AccountKeys,
    private readonly mails: AccountMails,
    private readonly users: UsersService,
  ) {}

  /** Nobody learns whether the address is taken: it simply gets no mail then. The user's own address gets one always. */
  async request(user: UserRow, email: string, t: Translate): Promise<void> {
    this.mails.emailChanging(user, t);
    const present = await this.users.findByEmail(email);
    if (!present || present.awaitingActivation) await this.mails.emailChange(user, email, t);
  }

  /** The address, when the key is this user's. A key that somebody else opens is not used up. */
  async confirmed({ id }: UserRow, key: string, address: string | undefined): Promise<string | undefined> {
    const taken = await this.keys.take('verification', key, address, id);
    return taken?.pendingEmail ?? undefined;
  }
}
