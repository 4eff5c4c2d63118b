import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isDuplicate } from '../../database/database-errors';
import type { Step } from '../../database/dialect';
import type { UserRow } from '../../database/entities/user.row';
import { Conflict } from '../../faults/faults';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { StateChanges } from '../changes/state-changes';
import { emailKey } from './email-address';
import { EndOfAccess } from './end-of-access.service';
import { keepingAnAdministrator } from './last-administrator.statements';
import { PasswordChanges } from './password-changes.service';
import { PasswordHasher } from './password-hasher';
import { activation, emailChange, removalOfUnconfirmed } from './user.statements';
import type { ChangedUser, NewUser, UserWishes } from './user-wishes';
import { UsersRepository } from './users.repository';

/** What another user has already is told so. */
async function refuseTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicate(error)) throw new Conflict('email', 'taken');
    throw error;
  }
}

/** Writes users, with what must end or give way at the same time. The verbs ask before whether it may be. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly rows: UsersRepository,
    private readonly access: EndOfAccess,
    private readonly hasher: PasswordHasher,
    private readonly passwords: PasswordChanges,
    private readonly changes: StateChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A sign-up for the address that nobody confirmed gives way.
   *
   * @throws Conflict `taken` when the e-mail address or the id is
   */
  async add({ password, id, ...given }: NewUser): Promise<UserRow> {
    if (id !== undefined && (await this.rows.find(id))) throw new Conflict('id', 'taken');
    const now = this.clock.now();
    const passwordHash = password === undefined ? null : await this.hasher.hash(password);
    const row = {
      id: id ?? randomUUID(),
      emailLower: emailKey(given.email),
      image: 'default',
      gravatar: false,
      passwordHash,
      datePassword: now,
      enabled: true,
      awaitingActivation: false,
      admin: false,
      startersTourEnded: false,
      lastSignInAt: 0,
      createdAt: now,
      ...given,
    };
    const user = await refuseTaken(this.rows.add(row)).catch(async (error: unknown) => {
      // Another request may have taken the id since it was looked for.
      const isIdTaken = error instanceof Conflict && id !== undefined && (await this.rows.find(id)) !== null;
      throw isIdTaken ? new Conflict('id', 'taken') : error;
    });
    this.changes.tell('user', { userId: user.id });
    return user;
  }

  /**
   * All or nothing. A new password, or disabling, ends all that the user has open.
   *
   * @throws Conflict `taken` when another user has the e-mail address; `lastAdministrator`
   */
  async apply(before: UserRow, wished: UserWishes, password?: string): Promise<ChangedUser> {
    const wanted = Object.fromEntries(Object.entries(wished).filter(([, value]) => value !== undefined));
    const user: UserRow = { ...before, ...wanted };
    user.emailLower = emailKey(user.email);
    // Who was enabled or disabled by an administrator is not waiting for a mail any more.
    if (user.enabled !== before.enabled) user.awaitingActivation = false;
    const { steps, members } = this.rows.changing(before, user);
    const because = [
      ...steps,
      ...(password === undefined ? [] : [await this.passwords.step(user.id, password)]),
    ];
    const withdraws = before.admin && before.enabled && !(user.admin && user.enabled);
    const group = withdraws ? keepingAnAdministrator(...because) : because;
    const ends = password !== undefined || (before.enabled && !user.enabled);
    const write = ends ? this.access.endEverythingOf(user.id, { because: group }) : this.rows.write(group);
    if (!(await refuseTaken(write))) throw new Conflict('', 'lastAdministrator');
    if (group.length > 0) this.changes.tell('user', { userId: user.id });
    return { user, members };
  }

  /**
   * Enables who signed up, with a new password when one is given.
   *
   * @param also  written in the same transaction
   * @returns false, with nothing written, when a step of `also` missed, or the user waits for no activation
   */
  async activate(userId: string, password: string | undefined, also: readonly Step[]): Promise<boolean> {
    const enable = { ...activation({ enabled: true, awaitingActivation: false }, userId), expect: 1 };
    const steps = [...also, enable];
    const done =
      password === undefined
        ? await this.rows.write(steps)
        : await this.passwords.set(userId, password, steps);
    this.changes.tell('user', { userId });
    return done;
  }

  /**
   * Sets another address; a sign-up for it that nobody confirmed gives way.
   *
   * @param also  written in the same transaction
   * @returns false, with nothing written, when a step of `also` missed
   * @throws Conflict `taken`
   */
  async setEmail(userId: string, email: string, also: readonly Step[]): Promise<boolean> {
    const emailLower = emailKey(email);
    const steps = [...also, removalOfUnconfirmed(emailLower), emailChange({ email, emailLower }, userId)];
    const done = await refuseTaken(this.rows.write(steps));
    this.changes.tell('user', { userId });
    return done;
  }

  /**
   * Everything that hangs on the user goes with it: memberships, roles, consents, tokens.
   *
   * @throws Conflict `lastAdministrator`
   */
  async delete(user: UserRow): Promise<void> {
    if (!(await this.rows.delete(user))) throw new Conflict('', 'lastAdministrator');
    this.changes.tell('user deleted', { userId: user.id });
  }
}
