import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '../../service/tokens';
import type { Clock } from '../../service/clock';
import { emailKey } from './email-address';
import { EndOfAccess } from './end-of-access.service';
import { PasswordHasher } from './password-hasher';
import { passwordChange } from './user-statements';
import { UsersRepository } from './users.repository';
import type { UserExtra, UserRow } from '../../database/entities/user.row';

export interface NewUser {
  readonly id?: string;
  readonly username: string;
  readonly email: string;
  /** Undefined: the user cannot log in until a password is set. */
  readonly password?: string;
  readonly enabled?: boolean;
  /** Signed up, and has to show that the address is theirs. */
  readonly awaitingActivation?: boolean;
  readonly admin?: boolean;
  readonly description?: string | null;
  readonly website?: string | null;
  readonly gravatar?: boolean;
  readonly extra?: UserExtra | null;
}

/** Users and their passwords. */
@Injectable()
export class UsersService {
  constructor(
    private readonly rows: UsersRepository,
    private readonly access: EndOfAccess,
    private readonly hasher: PasswordHasher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  findById(id: string): Promise<UserRow | null> {
    return this.rows.find(id);
  }

  findByEmail(email: string): Promise<UserRow | null> {
    return this.rows.findByEmail(email);
  }

  /** By e-mail address, or by user name when exactly one user has it. */
  async findByLogin(login: string): Promise<UserRow | null> {
    return (await this.findByEmail(login)) ?? this.rows.findByUniqueName(login);
  }

  /**
   * The user when it is enabled and has this password, or undefined. Takes the same time for nobody, and stores a new hash
   * when the old one is of an older form. Only the login service asks this: it knows the limits.
   *
   * @throws TooMany or Busy while too many passwords are being checked
   */
  async authenticate(
    user: UserRow | null,
    password: string,
    address: string | undefined,
  ): Promise<UserRow | undefined> {
    const { matches, needsRehash } = await this.hasher.check(user?.passwordHash, password, address);
    if (!user || !matches || !user.enabled) return undefined;
    if (needsRehash) {
      const passwordHash = await this.hasher.hash(password, address);
      await this.rows.rehash(user, passwordHash);
    }
    // Hashing takes its time: a password that was changed meanwhile, or a user disabled, opens nothing any more.
    const now = await this.findById(user.id);
    return now?.enabled && now.datePassword === user.datePassword ? now : undefined;
  }

  /**
   * A sign-up for the address that nobody confirmed gives way.
   *
   * @throws a duplicate error (see `isDuplicate`) when the e-mail address or id is taken
   */
  async create(user: NewUser): Promise<UserRow> {
    const now = this.clock.now();
    const passwordHash = user.password === undefined ? null : await this.hasher.hash(user.password);
    return this.rows.add({
      id: user.id ?? randomUUID(),
      username: user.username,
      email: user.email,
      emailLower: emailKey(user.email),
      description: user.description ?? null,
      website: user.website ?? null,
      image: 'default',
      gravatar: user.gravatar ?? false,
      passwordHash,
      datePassword: now,
      enabled: user.enabled ?? true,
      awaitingActivation: user.awaitingActivation ?? false,
      admin: user.admin ?? false,
      startersTourEnded: false,
      extra: user.extra ?? null,
      createdAt: now,
    });
  }

  /** Sets a new password and ends everything that was opened with the old one. */
  async changePassword(userId: string, password: string): Promise<void> {
    const change = { passwordHash: await this.hasher.hash(password), datePassword: this.clock.now() };
    await this.access.endEverythingOf(userId, { because: [passwordChange(change, userId)] });
  }
}
