import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import type { UserRow } from '../../database/entities/user.row';
import { Forbidden, Invalid } from '../../faults/faults';
import { zoneCalled, type Translate } from '@smart-city/messages';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { AccountRules, refuseFirst } from './account-rules.service';
import { DirectoryAccounts } from './directory-accounts.service';
import { EmailChanges } from './email-changes.service';
import { PasswordAgain } from './password-again.service';
import { PasswordChanges } from './password-changes.service';
import { UserChanges } from './user-changes.service';
import { UsersRepository } from './users.repository';
import type { ChangeUser } from './user-input';
import { wishesOf } from './wishes-of';

/** How long after the login a new password needs no old one: clients of Keyrock log in and change it, and send none. */
const freshMs = 5 * 60_000;

export interface ChangedAccount {
  /** As it is now. */
  readonly user: UserRow;
  /** The new address, which counts once it is confirmed. */
  readonly pendingEmail: string | undefined;
}

const differs = (wanted: boolean | null | undefined, is: boolean) => (wanted ?? is) !== is;

/** What users do with their own account; some of it would let the finder of a token or a browser keep the account. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly rows: UsersRepository,
    private readonly changes: UserChanges,
    private readonly passwords: PasswordChanges,
    private readonly rules: AccountRules,
    private readonly again: PasswordAgain,
    private readonly emails: EmailChanges,
    private readonly audit: AuditLog,
    private readonly directory: DirectoryAccounts,
    @Inject(OPTIONS) private readonly options: Pick<Options, 'headless'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A new password needs the old one or a fresh login; a new address is mailed a key and counts once that comes back.
   *
   * @throws Invalid; Forbidden for what only an administrator sets; TooMany
   */
  async change(actor: Actor, input: ChangeUser, t: Translate): Promise<ChangedAccount> {
    const { user } = actor;
    const { email = user.email, password } = input;
    refuseFirst([
      ...this.rules.email(email, user.email),
      ...(password === undefined ? [] : this.rules.password(password, email)),
    ]);
    const isForAdministrators =
      differs(input.enabled, user.enabled) ||
      differs(input.admin, user.admin) ||
      differs(input.email_verified, user.emailVerified);
    if (isForAdministrators) {
      this.audit.recordRefused(actor, 'user.update');
      throw new Forbidden('notAuthorized');
    }
    if (password !== undefined) await this.checkOldPassword(actor, input.old_password);
    const pendingEmail = email === user.email ? undefined : email;
    if (pendingEmail !== undefined) await this.mailKeyTo(actor, pendingEmail, t);
    const changed = await this.changes.apply(user, { ...wishesOf(input), email: undefined }, password);
    const members = [...changed.members, ...(password === undefined ? [] : ['password'])];
    if (members.length > 0) this.note(actor, 'user.update', { members });
    return { user: changed.user, pendingEmail };
  }

  /**
   * Ends every session and refresh token of the user.
   *
   * @throws Invalid of `old_password` or `password`; TooMany
   */
  async changePassword(actor: Actor, typed: { readonly old: string; readonly new: string }): Promise<void> {
    const { user } = actor;
    this.directory.refusePassword(user.id);
    refuseFirst(this.rules.password(typed.new, user.email));
    await this.again.check(actor, typed.old, 'old_password');
    await this.passwords.set(user.id, typed.new);
    this.note(actor, 'user.password.change');
  }

  /**
   * Mails a key to the new address; nothing changes before it comes back.
   *
   * @throws Invalid of `email` or `password`; TooMany
   */
  async requestEmail(
    actor: Actor,
    { email, password }: { readonly email: string; readonly password: string },
    t: Translate,
  ): Promise<void> {
    refuseFirst(this.rules.email(email));
    await this.again.check(actor, password, 'password');
    await this.mailKeyTo(actor, email, t);
  }

  /** Takes over the address that the key was mailed to. False when the key does not count, or the address is taken. */
  async confirmEmail(actor: Actor, key: string): Promise<boolean> {
    const changed = await this.emails.confirm(actor.user, key, actor.address);
    if (changed) this.note(actor, 'user.email.change');
    return changed;
  }

  /** @throws Invalid of `password`; Conflict `lastAdministrator`; TooMany */
  async delete(actor: Actor, password: string): Promise<void> {
    await this.again.check(actor, password, 'password');
    await this.changes.delete(actor.user);
    this.note(actor, 'user.delete');
  }

  /**
   * In which time zone pages show times.
   *
   * @param name  of IANA; empty for that of the browser
   * @throws Invalid of `time_zone` for what names no zone
   */
  async chooseTimeZone(actor: Actor, name: string): Promise<void> {
    const zone = name === '' ? null : zoneCalled(name);
    if (zone === undefined) throw new Invalid('time_zone', 'choose');
    if (zone === actor.user.timeZone) return;
    await this.rows.setTimeZone(actor.user.id, zone);
    this.note(actor, 'user.update', { members: ['time_zone'] });
  }

  /** The tour of the start page is not shown any more. */
  async endTour({ user }: Actor): Promise<void> {
    await this.rows.endTour(user.id);
  }

  private async checkOldPassword(actor: Actor, oldPassword: string | null | undefined): Promise<void> {
    if (typeof oldPassword === 'string') return this.again.check(actor, oldPassword, 'old_password');
    if (actor.passwordAt === undefined || this.clock.now() - actor.passwordAt > freshMs)
      throw new Invalid('old_password', 'passwordAgain');
  }

  private async mailKeyTo(actor: Actor, email: string, t: Translate): Promise<void> {
    // There is no page on which it could be confirmed.
    if (this.options.headless) throw new Forbidden('headless');
    await this.emails.request(actor, email, t);
    this.note(actor, 'user.email.request');
  }

  private note(actor: Actor, event: string, details?: Readonly<Record<string, unknown>>): void {
    this.audit.recordDone(actor, event, { subject: actor.user.id, details });
  }
}
