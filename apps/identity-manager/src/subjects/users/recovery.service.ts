import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import type { Translate } from '@smart-city/messages';
import { AccountKeys } from './account-keys.service';
import { AccountMails } from './account-mails';
import { AccountRules, refuseFirst } from './account-rules.service';
import { DirectoryAccounts } from './directory-accounts.service';
import { MailLimit } from './mail-limit';
import { PasswordChanges } from './password-changes.service';
import { SecondFactorsRepository } from './second-factors.repository';
import { UsersRepository } from './users.repository';
import type { UserRow } from '../../database/entities/user.row';
import { emailKey } from './email-address';

/** Ways back into an account: a forgotten password, a lost second factor. */
@Injectable()
export class Recovery {
  constructor(
    private readonly users: UsersRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly passwords: PasswordChanges,
    private readonly rules: AccountRules,
    private readonly limit: MailLimit,
    private readonly keys: AccountKeys,
    private readonly mails: AccountMails,
    private readonly audit: AuditLog,
    private readonly directory: DirectoryAccounts,
  ) {}

  /** Mails a key to an enabled user whose password is kept here; nothing tells whether there is one. @throws TooMany */
  async requestReset(email: string, t: Translate, address: string | undefined): Promise<void> {
    await this.limit.count(email, address);
    this.recordRequest('password', email, address);
    const user = await this.users.findByEmail(email);
    if (user?.enabled && !this.directory.has(user.id)) this.mails.reset(user, t);
  }

  /** Whose password the key may set; undefined when it is unknown, used or too old. */
  async ownerOfResetKey(key: string): Promise<UserRow | undefined> {
    const found = await this.keys.find('reset', key);
    return (found && (await this.users.find(found.userId))) ?? undefined;
  }

  /**
   * Sets the password and ends every session, API token and refresh token.
   *
   * @returns false when the key does not count
   * @throws Invalid of `password`
   */
  async reset(key: string, password: string, address: string | undefined): Promise<boolean> {
    const owner = await this.ownerOfResetKey(key);
    if (owner) refuseFirst(this.rules.password(password, owner.email));
    const used = await this.keys.use('reset', key, { address }, ({ userId }, removal) =>
      this.passwords.set(userId, password, [removal]),
    );
    if (used) this.record('user.password.reset', used.userId, address);
    return used !== undefined;
  }

  /** As {@link requestReset}, to a user who has a second factor. @throws TooMany */
  async requestSecondFactorOff(email: string, t: Translate, address: string | undefined): Promise<void> {
    await this.limit.count(email, address);
    this.recordRequest('second factor', email, address);
    const user = await this.users.findByEmail(email);
    if (user?.enabled && user.totpSecret !== null) this.mails.disableSecondFactor(user, t);
  }

  /** Switches the second factor off; the user still has to sign in with the password. */
  async secondFactorOff(key: string, address: string | undefined): Promise<boolean> {
    const used = await this.keys.use('disable_2fa', key, { address }, ({ userId }, removal) =>
      this.factors.switchOff(userId, [removal]),
    );
    if (used) this.record('user.second-factor.off', used.userId, address);
    return used !== undefined;
  }

  private recordRequest(what: string, email: string, address: string | undefined): void {
    const subject = emailKey(email);
    this.audit.record({ event: 'recovery.request', outcome: 'success', subject, address, details: { what } });
  }

  private record(event: string, userId: string, address: string | undefined): void {
    this.audit.record({ event, outcome: 'success', actorId: userId, subject: userId, address });
  }
}
