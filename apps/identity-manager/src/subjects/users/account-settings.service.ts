import { Injectable } from '@nestjs/common';
import type { Translate } from '../../messages/messages';
import { AccountsService, present, type Problems } from './accounts.service';
import { EmailChanges } from './email-changes.service';
import { LastAdministrator } from './last-administrator';
import { PasswordAgain } from './password-again.service';
import { UserChanges } from './user-changes.service';
import type { UserRow } from '../../database/entities/user.row';
import { UsersService } from './users.service';

interface TypedPasswords {
  readonly old: string;
  readonly new1: string;
  readonly new2: string;
}

/** What people change of their own account. Methods return problems by field, or undefined. */
@Injectable()
export class AccountSettings {
  constructor(
    private readonly users: UsersService,
    private readonly accounts: AccountsService,
    private readonly changes: UserChanges,
    private readonly again: PasswordAgain,
    private readonly emails: EmailChanges,
  ) {}

  /** Ends every session and refresh token of the user. */
  async changePassword(
    user: UserRow,
    typed: TypedPasswords,
    address: string | undefined,
  ): Promise<Problems | undefined> {
    const problems = present({
      old_password: (await this.again.isRight(user, typed.old, address)) ? undefined : 'problem.password',
      password1: this.accounts.checkPassword(typed.new1, user.email),
      password2: typed.new1 === typed.new2 ? undefined : 'problem.passwordsDiffer',
    });
    if (Object.keys(problems).length > 0) return problems;
    await this.users.changePassword(user.id, typed.new1);
    this.again.record('user.password.change', user, address);
    return undefined;
  }

  /** Mails a key to the new address; nothing changes before it comes back. */
  async requestEmail(
    user: UserRow,
    { email, password }: { readonly email: string; readonly password: string },
    t: Translate,
    address: string | undefined,
  ): Promise<Problems | undefined> {
    const problems = present({
      email: this.accounts.checkEmail(email),
      email_password: (await this.again.isRight(user, password, address)) ? undefined : 'problem.password',
    });
    if (Object.keys(problems).length > 0) return problems;
    await this.emails.request(user, email, t);
    this.again.record('user.email.request', user, address);
    return undefined;
  }

  /** Takes over the address that the key was mailed to; the link's own address does not count. */
  async confirmEmail(user: UserRow, key: string, address: string | undefined): Promise<boolean> {
    const email = await this.emails.confirmed(user, key, address);
    const changed = email !== undefined && (await this.accounts.changeEmail(user.id, email));
    if (changed) this.again.record('user.email.change', user, address);
    return changed;
  }

  async deleteAccount(
    user: UserRow,
    password: string,
    address: string | undefined,
  ): Promise<Problems | undefined> {
    if (!(await this.again.isRight(user, password, address))) return { cancel_password: 'problem.password' };
    try {
      await this.changes.delete(user);
    } catch (error) {
      if (error instanceof LastAdministrator) return { cancel_password: 'problem.lastAdministrator' };
      throw error;
    }
    this.again.record('user.delete', user, address);
    return undefined;
  }
}
