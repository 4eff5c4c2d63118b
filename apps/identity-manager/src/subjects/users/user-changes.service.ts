import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isDuplicate } from '../../database/database-errors';
import type { Step } from '../../database/dialect';
import type { UserRow } from '../../database/entities/user.row';
import { usernameKey } from '../../database/login-name';
import { Conflict } from '../../faults/faults';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { StateChanges } from '../changes/state-changes';
import { emailKey } from './email-address';
import { EndOfAccess } from './end-of-access.service';
import { keepingAnAdministrator } from './last-administrator.statements';
import { PasswordChanges } from './password-changes.service';
import { PasswordHasher } from './password-hasher';
import { TakenNames, type Namesakes } from './taken-names';
import { activation, emailChange, removalOfUnconfirmed } from './user.statements';
import type { ChangedUser, NewUser, UserWishes } from './user-wishes';
import { UsersRepository } from './users.repository';

/** Writes users, with what must end or give way at the same time. The verbs ask before whether it may be. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly rows: UsersRepository,
    private readonly access: EndOfAccess,
    private readonly hasher: PasswordHasher,
    private readonly passwords: PasswordChanges,
    private readonly taken: TakenNames,
    private readonly changes: StateChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A sign-up for the address that nobody confirmed gives way.
   *
   * @param names  what becomes of a username that another user signs in by
   * @throws Conflict `taken` when the e-mail address, the username or the id is
   */
  async add({ password, id, ...given }: NewUser, names: Namesakes = 'refused'): Promise<UserRow> {
    if (id !== undefined && (await this.rows.find(id))) throw new Conflict('id', 'taken');
    const user = { id: id ?? randomUUID(), username: given.username, email: given.email };
    // A sign-up that nobody has confirmed keeps no name from others; it gets its own when it is confirmed.
    const isWaiting = given.awaitingActivation === true;
    if (!isWaiting && names === 'refused') await this.refuseUsernameUnlessEmailIs(user);
    const now = this.clock.now();
    const passwordHash = password === undefined ? null : await this.hasher.hash(password);
    const row = {
      emailLower: emailKey(given.email),
      loginName: isWaiting ? null : await this.taken.freeLoginName(user),
      image: 'default',
      gravatar: false,
      emailVerified: false,
      passwordHash,
      datePassword: now,
      enabled: true,
      awaitingActivation: false,
      admin: false,
      startersTourEnded: false,
      lastSignInAt: 0,
      updatedAt: 0,
      createdAt: now,
      ...given,
      ...user,
    };
    const added = await this.taken.refuseTaken(user, this.rows.add(row)).catch(async (error: unknown) => {
      // Another request may have taken the id since it was looked for.
      const isIdTaken = error instanceof Conflict && (await this.rows.find(user.id)) !== null;
      throw isIdTaken ? new Conflict('id', 'taken') : error;
    });
    this.changes.tell('user', { userId: added.id });
    return added;
  }

  /**
   * All or nothing. A new password, or disabling, ends all that the user has open.
   *
   * @param names  what becomes of a username that another user signs in by
   * @throws Conflict `taken` when another user has the e-mail address or the username; `lastAdministrator`
   */
  async apply(
    before: UserRow,
    wished: UserWishes,
    password?: string,
    names: Namesakes = 'refused',
  ): Promise<ChangedUser> {
    const wanted = Object.fromEntries(Object.entries(wished).filter(([, value]) => value !== undefined));
    const user: UserRow = { ...before, ...wanted };
    user.emailLower = emailKey(user.email);
    // Another address is verified only where somebody says so.
    if (user.emailLower !== before.emailLower) user.emailVerified = wished.emailVerified ?? false;
    const isRenamed = usernameKey(user.username) !== usernameKey(before.username);
    if (isRenamed && names === 'refused') await this.taken.refuseUsername(user);
    // Who was enabled or disabled by an administrator is not waiting for a mail any more.
    if (user.enabled !== before.enabled) user.awaitingActivation = false;
    if (!user.awaitingActivation && (isRenamed || before.awaitingActivation))
      user.loginName = await this.taken.freeLoginName(user);
    const now = this.clock.now();
    const { steps, members } = this.rows.changing(before, user, now);
    if (steps.length > 0) user.updatedAt = now;
    const because = [
      ...steps,
      ...(password === undefined ? [] : [await this.passwords.step(user.id, password)]),
    ];
    const withdraws = before.admin && before.enabled && !(user.admin && user.enabled);
    const group = withdraws ? keepingAnAdministrator(...because) : because;
    const ends = password !== undefined || (before.enabled && !user.enabled);
    const write = ends ? this.access.endEverythingOf(user.id, { because: group }) : this.rows.write(group);
    if (!(await this.taken.refuseTaken(user, write))) throw new Conflict('', 'lastAdministrator');
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
    const user = await this.rows.find(userId);
    const enableAs = async (loginName: string | null) => {
      const enable = activation({ enabled: true, awaitingActivation: false, loginName }, userId);
      const steps = [...also, { ...enable, expect: 1 }];
      return password === undefined ? this.rows.write(steps) : this.passwords.set(userId, password, steps);
    };
    const done = await enableAs(user && (await this.taken.freeLoginName(user))).catch((error: unknown) => {
      // Another user has got the name just now.
      if (isDuplicate(error)) return enableAs(null);
      throw error;
    });
    this.changes.tell('user', { userId });
    return done;
  }

  /**
   * Sets another address, which a mailed link has verified; a sign-up for it that nobody confirmed gives way.
   *
   * @param also  written in the same transaction
   * @returns false, with nothing written, when a step of `also` missed
   * @throws Conflict `taken`
   */
  async setEmail(userId: string, email: string, also: readonly Step[]): Promise<boolean> {
    const emailLower = emailKey(email);
    const updatedAt = this.clock.now();
    const change = emailChange({ email, emailLower, emailVerified: true, updatedAt }, userId);
    const steps = [...also, removalOfUnconfirmed(emailLower), change];
    const done = await this.taken.refuseTaken({ id: userId, username: '', email }, this.rows.write(steps));
    this.changes.tell('user', { userId });
    return done;
  }

  /** Of two things that are taken the address is told, as Keyrock does. */
  private async refuseUsernameUnlessEmailIs(user: Pick<UserRow, 'id' | 'username' | 'email'>): Promise<void> {
    const owner = await this.rows.findByEmail(user.email);
    if (!owner || owner.awaitingActivation) await this.taken.refuseUsername(user);
  }

  /**
   * Everything that hangs on the user goes with it: memberships, roles, consents, tokens.
   *
   * @throws Conflict `lastAdministrator`
   */
  async delete(user: UserRow): Promise<void> {
    if (!(await this.rows.delete(user, this.clock.now()))) throw new Conflict('', 'lastAdministrator');
    this.changes.tell('user deleted', { userId: user.id });
    this.changes.tell('sessions ended', {});
  }
}
