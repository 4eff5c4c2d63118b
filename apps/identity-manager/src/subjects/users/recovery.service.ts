import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import type { Translate } from '../../messages/messages';
import { AccountKeys } from './account-keys.service';
import { AccountMails } from './account-mails';
import { SecondFactorSetup } from './second-factor-setup.service';
import type { UserRow } from '../../database/entities/user.row';
import { emailKey } from './email-address';
import { UsersService } from './users.service';

/** Ways back into an account: a forgotten password, a lost second factor. */
@Injectable()
export class Recovery {
  constructor(
    private readonly users: UsersService,
    private readonly keys: AccountKeys,
    private readonly mails: AccountMails,
    private readonly secondFactor: SecondFactorSetup,
    private readonly audit: AuditLog,
  ) {}

  /** Mails a key to an enabled user; nothing tells whether there is one. */
  async requestReset(email: string, t: Translate, address: string | undefined): Promise<void> {
    this.recordRequest('password', email, address);
    const user = await this.users.findByEmail(email);
    if (user?.enabled) this.mails.reset(user, t);
  }

  /** Whose password the key may set; undefined when it is unknown, used or too old. */
  async ownerOfResetKey(key: string): Promise<UserRow | undefined> {
    const found = await this.keys.find('reset', key);
    return (found && (await this.users.findById(found.userId))) ?? undefined;
  }

  /** Sets the password and ends every session, API token and refresh token. False when the key does not count. */
  async reset(key: string, password: string, address: string | undefined): Promise<boolean> {
    const taken = await this.keys.take('reset', key, address);
    if (!taken) return false;
    await this.users.changePassword(taken.userId, password);
    this.record('user.password.reset', taken.userId, address);
    return true;
  }

  async requestSecondFactorOff(email: string, t: Translate, address: string | undefined): Promise<void> {
    this.recordRequest('second factor', email, address);
    const user = await this.users.findByEmail(email);
    if (user?.enabled && user.totpSecret !== null) this.mails.disableSecondFactor(user, t);
  }

  /** Switches the second factor off; the user still has to sign in with the password. */
  async secondFactorOff(key: string, address: string | undefined): Promise<boolean> {
    const taken = await this.keys.take('disable_2fa', key, address);
    if (!taken) return false;
    await this.secondFactor.disable(taken.userId);
    this.record('user.second-factor.off', taken.userId, address);
    return true;
  }

  private recordRequest(what: string, email: string, address: string | undefined): void {
    const subject = emailKey(email);
    this.audit.record({ event: 'recovery.request', outcome: 'success', subject, address, details: { what } });
  }

  private record(event: string, userId: string, address: string | undefined): void {
    this.audit.record({ event, outcome: 'success', actorId: userId, subject: userId, address });
  }
}
