import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { QueryDeepPartialEntity, Repository } from 'typeorm';
import { changesBetween, type Changes } from '../../doors/api/changes';
import type { Step } from '../../database/dialect';
import { Sql } from '../../database/sql';
import { Caches } from '../../service/timed-cache';
import { EndOfAccess } from './end-of-access.service';
import { keepingAnAdministrator, LastAdministrator } from './last-administrator';
import { renderUser } from '../../doors/api/users/render-user';
import type { UserPatch } from '../../doors/api/users/user-body';
import { UserRow } from '../../database/entities/user.row';
import { emailKey, UsersService } from './users.service';

/** What a PATCH can change and its answer shows. */
const patchable = (user: UserRow): Changes => {
  const { id: _id, date_password: _date, ...rest } = renderUser(user);
  return rest;
};

/** Changes and deletes users, together with what must end at the same time. */
@Injectable()
export class UserChanges {
  constructor(
    @InjectRepository(UserRow) private readonly rows: Repository<UserRow>,
    private readonly users: UsersService,
    private readonly access: EndOfAccess,
    private readonly sql: Sql,
    private readonly caches: Caches,
  ) {}

  /**
   * Writes what the patch asks for. A new password, or disabling, ends all that the user has open.
   *
   * @returns what changed, without the password; and whether that changed too
   * @throws a duplicate error (see `isDuplicate`) when another user has the e-mail address; LastAdministrator
   */
  async apply(before: UserRow, patch: UserPatch): Promise<{ changes: Changes; passwordChanged: boolean }> {
    const { password, ...rest } = patch;
    const wanted = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const after = { ...before, ...wanted } as UserRow;
    after.emailLower = emailKey(after.email);
    if (after.emailLower !== before.emailLower) await this.users.dropUnconfirmed(after.email);
    const changes = changesBetween(patchable(before), patchable(after));
    if (before.admin && before.enabled && !(after.admin && after.enabled))
      await this.withdrawAdministration(after);
    if (Object.keys(changes).length > 0) {
      const columns = {
        ...wanted,
        emailLower: after.emailLower,
        // Who was enabled or disabled by an administrator is not waiting for a mail any more.
        ...('enabled' in changes && { awaitingActivation: false }),
      } as QueryDeepPartialEntity<UserRow>;
      await this.rows.update({ id: before.id }, columns);
    }
    if (password !== undefined) await this.users.changePassword(before.id, password);
    if (before.enabled && !after.enabled) await this.access.endEverythingOf(before.id);
    this.caches.clear();
    return { changes, passwordChanged: password !== undefined };
  }

  /**
   * Everything that hangs on the user goes with it: memberships, roles, consents, tokens.
   *
   * @throws LastAdministrator
   */
  async delete(user: UserRow): Promise<void> {
    const removal: Step = { sql: 'DELETE FROM users WHERE id = ?', values: [user.id] };
    const steps = user.admin && user.enabled ? keepingAnAdministrator(removal) : [removal];
    if (!(await this.sql.atomically(steps))) throw new LastAdministrator();
    this.caches.clear();
  }

  /** Before anything else of the change is written, as it may be refused. */
  private async withdrawAdministration({ id, admin, enabled }: UserRow): Promise<void> {
    const change = {
      sql: 'UPDATE users SET admin = ?, enabled = ? WHERE id = ?',
      values: [admin, enabled, id],
    };
    if (!(await this.sql.atomically(keepingAnAdministrator(change)))) throw new LastAdministrator();
  }
}
