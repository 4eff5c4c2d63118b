import { Injectable } from '@nestjs/common';
import type { UserRow } from '../../database/entities/user.row';
import type { Translate } from '@smart-city/messages';
import { chosen } from '../../validation/chosen-id';
import { jsonObject } from '../../validation/json-object';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { AccountMails } from './account-mails';
import { AccountRules, refuseFirst, type PasswordSetting } from './account-rules.service';
import { DirectoryAccounts } from './directory-accounts.service';
import type { Namesakes } from './taken-names';
import { UserChanges } from './user-changes.service';
import { detailsOf } from './user-details';
import type { ChangeUser, CreateUser, InviteUser } from './user-input';
import { UserListsRepository } from './user-lists.repository';
import { UsersRepository } from './users.repository';
import { wishesOf } from './wishes-of';

const namesakesOf = (setting: PasswordSetting | undefined): Namesakes =>
  setting === 'setThroughApi' ? 'shown' : 'refused';

/** Users, and what administrators do with them. Doors ask before whether the actor is one. */
@Injectable()
export class UsersService {
  constructor(
    private readonly rows: UsersRepository,
    private readonly lists: UserListsRepository,
    private readonly changes: UserChanges,
    private readonly rules: AccountRules,
    private readonly mails: AccountMails,
    private readonly audit: AuditLog,
    private readonly directory: DirectoryAccounts,
  ) {}

  findById(id: string): Promise<UserRow | null> {
    return this.rows.find(id);
  }

  findByEmail(email: string): Promise<UserRow | null> {
    return this.rows.findByEmail(email);
  }

  /** By e-mail address, or by user name when exactly one user has it. */
  findByLogin(login: string): Promise<UserRow | null> {
    return this.rows.findByLogin(login);
  }

  /** Those of the ids that there are, by name. */
  findAll(ids: readonly string[]): Promise<readonly UserRow[]> {
    return this.lists.findAll(ids);
  }

  /** In the order they came. */
  list(part: { readonly skip?: number; readonly take?: number }): Promise<readonly UserRow[]> {
    return this.lists.list(part);
  }

  /**
   * Nobody becomes an administrator by it, whatever is sent: programs made for Keyrock send `admin`, and get none.
   *
   * @param setting  through the API several users may show one username, as in Keyrock; one of them signs in by it
   * @throws Invalid; Conflict `taken` when the e-mail address, the username or the id is
   */
  async create(actor: Actor, input: CreateUser, setting?: PasswordSetting): Promise<UserRow> {
    const { username, email, password, gravatar, extra } = input;
    const id = chosen(input.id);
    refuseFirst([...this.rules.email(email), ...this.rules.password(password, email, setting)]);
    const wished = {
      ...(id !== undefined && { id }),
      username,
      email,
      password,
      ...detailsOf((name) => input[name] ?? null),
      gravatar: gravatar ?? false,
      extra: jsonObject(extra) ?? null,
    };
    const user = await this.changes.add(wished, namesakesOf(setting));
    this.audit.recordDone(actor, 'user.create', { subject: user.id });
    return user;
  }

  /**
   * Makes a user without a password. {@link sendReset} gives them the link by which they choose one.
   *
   * @throws Invalid; Conflict `taken` when the e-mail address or the username is
   */
  async invite(actor: Actor, { username, email }: InviteUser): Promise<UserRow> {
    refuseFirst(this.rules.email(email));
    const user = await this.changes.add({ username, email });
    this.audit.recordDone(actor, 'user.create', { subject: user.id });
    return user;
  }

  /**
   * Mails a link by which the user chooses a password; it works once.
   *
   * @returns the link where it could not be mailed, for the actor to hand over
   * @throws Invalid `directoryPassword`
   */
  async sendReset(actor: Actor, user: UserRow, t: Translate): Promise<string | undefined> {
    this.directory.refusePassword(user.id);
    const link = await this.mails.resetOrLink(user, t);
    const details = { mailed: link === undefined };
    this.audit.recordDone(actor, 'user.password.send-reset', { subject: user.id, details });
    return link;
  }

  /**
   * A new password, or disabling, ends all that the user has open.
   *
   * @returns the user as it is now
   * @throws Invalid; Conflict `taken` when another user has the e-mail address or the username; `lastAdministrator`
   */
  async change(actor: Actor, user: UserRow, input: ChangeUser, setting?: PasswordSetting): Promise<UserRow> {
    const { email = user.email, password } = input;
    refuseFirst([
      ...this.rules.email(email, user.email),
      ...(password === undefined ? [] : this.rules.password(password, email, setting)),
    ]);
    const changed = await this.changes.apply(user, wishesOf(input), password, namesakesOf(setting));
    const members = [...changed.members, ...(password === undefined ? [] : ['password'])];
    if (members.length > 0)
      this.audit.recordDone(actor, 'user.update', { subject: user.id, details: { members } });
    return changed.user;
  }

  /** Lets the user sign in, or ends all that they have open. @throws Conflict `lastAdministrator` */
  async setEnabled(actor: Actor, user: UserRow, enabled: boolean): Promise<void> {
    await this.changes.apply(user, { enabled });
    this.audit.recordDone(actor, enabled ? 'user.enable' : 'user.disable', { subject: user.id });
  }

  /** @throws Conflict `lastAdministrator` */
  async setAdministrator(actor: Actor, user: UserRow, admin: boolean): Promise<void> {
    await this.changes.apply(user, { admin });
    this.audit.recordDone(actor, admin ? 'user.admin.give' : 'user.admin.take', { subject: user.id });
  }

  /** Everything that hangs on the user goes with it. @throws Conflict `lastAdministrator` */
  async delete(actor: Actor, user: UserRow): Promise<void> {
    await this.changes.delete(user);
    this.audit.recordDone(actor, 'user.delete', { subject: user.id, details: { email: user.email } });
  }
}
