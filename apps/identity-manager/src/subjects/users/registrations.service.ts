import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { SecretCipher } from '../../database/secret-cipher';
import type { AttemptLimiter } from '../../limits/attempt-limiter';
import { randomKey } from '../../service/random-token';
import type { Translate } from '../../messages/messages';
import { AccountKeys } from './account-keys.service';
import { AccountMails } from './account-mails';
import { AccountsService, type SignUp } from './accounts.service';
import type { UserRow } from '../../database/entities/user.row';
import { emailKey } from './email-address';
import { UsersService } from './users.service';

/** Accounts that people open themselves, enabled by a mailed key. */
@Injectable()
export class Registrations {
  constructor(
    private readonly accounts: AccountsService,
    private readonly users: UsersService,
    private readonly keys: AccountKeys,
    private readonly mails: AccountMails,
    private readonly audit: AuditLog,
    private readonly cipher: SecretCipher,
  ) {}

  /**
   * Opens a disabled account and mails its key.
   *
   * @returns what shows, together with the key, that the same person signed up; says nothing of whether the address
   *   was taken already
   */
  async signUp(wished: SignUp, t: Translate, address: string | undefined): Promise<string> {
    const user = await this.accounts.signUp(wished);
    const key = user ? await this.mails.activation(user, t) : randomKey();
    this.audit.record({
      event: 'user.sign-up',
      outcome: user ? 'success' : 'failure',
      actorId: user?.id,
      subject: wished.email,
      address,
    });
    return this.proofOf(key);
  }

  /**
   * Who has to choose a password before the account counts: whoever opens the mail elsewhere than where the sign-up
   * was. Anybody can sign up with anybody's address, so the password of the sign-up may be a stranger's.
   *
   * @returns undefined when the password of the sign-up stays, or the key is worth nothing
   */
  async mustChoosePassword(key: string, proof: string | undefined): Promise<UserRow | undefined> {
    if (proof !== undefined && proof === this.proofOf(key)) return undefined;
    const found = await this.keys.find('activation', key);
    return (found && (await this.users.findById(found.userId))) ?? undefined;
  }

  /**
   * Enables the account, with a new password when one is given.
   *
   * @returns false when the key is unknown, used or too old
   */
  async activate(key: string, password: string | undefined, address: string | undefined): Promise<boolean> {
    const taken = await this.keys.take('activation', key, address);
    if (!taken) return false;
    const { userId } = taken;
    if (password !== undefined) await this.users.changePassword(userId, password);
    if (!(await this.accounts.activate(userId))) return false;
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

  private proofOf(key: string): string {
    return this.cipher.sign('sign-up', key);
  }
}

/**
 * Counts a mail that somebody asked for against the address mailed to and the address asking.
 *
 * @throws TooMany when there were too many
 */
export async function countMail(
  limiter: AttemptLimiter,
  email: string,
  address: string | undefined,
): Promise<void> {
  await limiter.reserve({ kind: 'mail', account: emailKey(email) }, address, async () => undefined);
}
