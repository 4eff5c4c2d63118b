import { Inject, Injectable } from '@nestjs/common';
import { changesBetween, type Changes } from '../../doors/api/changes';
import { renderUser } from '../../doors/api/users/render-user';
import type { UserPatch } from '../../doors/api/users/user-body';
import type { Step } from '../../database/dialect';
import type { UserRow } from '../../database/entities/user.row';
import { Caches } from '../../service/timed-cache';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { emailKey } from './email-address';
import { EndOfAccess } from './end-of-access.service';
import { keepingAnAdministrator, LastAdministrator } from './last-administrator';
import { PasswordHasher } from './password-hasher';
import { passwordChange } from './user-statements';
import { UsersRepository } from './users.repository';

/** What a PATCH can change and its answer shows. */
const patchable = (user: UserRow): Changes => {
  const { id: _id, date_password: _date, ...rest } = renderUser(user);
  return rest;
};

/** Changes and deletes users, together with what must end at the same time. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly rows: UsersRepository,
    private readonly access: EndOfAccess,
    private readonly hasher: PasswordHasher,
    private readonly caches: Caches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Writes what the patch asks for, all or nothing. A new password, or disabling, ends all that the user has open.
   *
   * @returns what changed, without the password; and whether that changed too
   * @throws a duplicate error (see `isDuplicate`) when another user has the e-mail address; LastAdministrator
   */
  async apply(before: UserRow, patch: UserPatch): Promise<{ changes: Changes; passwordChanged: boolean }> {
    const { password, ...rest } = patch;
    const wanted = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const after = { ...before, ...wanted } as UserRow;
    after.emailLower = emailKey(after.email);
    const changes = changesBetween(patchable(before), patchable(after));
    // Who was enabled or disabled by an administrator is not waiting for a mail any more.
    if ('enabled' in changes) after.awaitingActivation = false;
    const steps: Step[] = [...this.rows.changing(before, after)];
    if (password !== undefined) {
      const change = { passwordHash: await this.hasher.hash(password), datePassword: this.clock.now() };
      steps.push(passwordChange(change, before.id));
    }
    const loses = before.admin && before.enabled && !(after.admin && after.enabled);
    const because = loses ? keepingAnAdministrator(...steps) : steps;
    const ends = password !== undefined || (before.enabled && !after.enabled);
    const done = await (ends
      ? this.access.endEverythingOf(before.id, { because })
      : this.rows.write(because));
    if (!done) throw new LastAdministrator();
    this.caches.clear();
    return { changes, passwordChanged: password !== undefined };
  }

  /**
   * Everything that hangs on the user goes with it: memberships, roles, consents, tokens.
   *
   * @throws LastAdministrator
   */
  async delete(user: UserRow): Promise<void> {
    if (!(await this.rows.delete(user))) throw new LastAdministrator();
    this.caches.clear();
  }
}
