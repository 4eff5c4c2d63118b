import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { FailureLimiter } from '../http/failure-limiter';
import type { Translate } from '../web/messages';
import { AccountKeys } from './account-keys.service';
import { AccountMails } from './account-mails';
import { AccountsService, type SignUp } from './accounts.service';
import { emailKey, UsersService } from './users.service';

/** Accounts that people open themselves, enabled by a mailed key (spec section 8.1). */
@Injectable()
export class Registrations {
  constructor(
    private readonly accounts: AccountsService,
    private readonly users: UsersService,
    private readonly keys: AccountKeys,
    private readonly mails: AccountMails,
    private readonly audit: AuditLog,
  ) {}

  /** Opens a disabled account and mails its key. Says nothing of whether the address was taken already. */
  async signUp(wished: SignUp, t: Translate, address: string | undefined): Promise<void> {
    const user = await this.accounts.signUp(wished);
    if (user) await this.mails.activation(user, t);
    this.audit.record({
      event: 'user.sign-up',
      outcome: user ? 'success' : 'failure',
      actorId: user?.id,
      subject: wished.email,
      address,
    });
  }

  /** False when the key is unknown, used or too old. */
  async activate(key: string, address: string | undefined): Promise<boolean> {
    const taken = await this.keys.take('activation', key);
    if (!taken) return false;
    await this.accounts.enable(taken.userId);
    const { userId } = taken;
    this.audit.record({
      event: 'user.activate',
      outcome: 'success',
      actorId: userId,
      subject: userId,
      address,
    });
    return true;
  }

  /** Mails another key to who never activated; whom an administrator disabled gets none. */
  async resend(email: string, t: Translate): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (user && !user.enabled && user.awaitingActivation) await this.mails.activation(user, t);
  }
}

/**
 * Counts a mail that somebody asked for against the address mailed to and the address asking.
 *
 * @throws OAuthError 429 when there were too many
 */
export function countMail(limiter: FailureLimiter, email: string, address: string | undefined): void {
  const account = `mail ${emailKey(email)}`;
  limiter.check(account, address);
  limiter.fail(account, address);
}
