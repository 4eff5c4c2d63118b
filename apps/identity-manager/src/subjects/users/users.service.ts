import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { QueryDeepPartialEntity, Repository } from 'typeorm';
import { CLOCK } from '../../service/tokens';
import type { Clock } from '../../service/clock';
import { EndOfAccess } from './end-of-access.service';
import { PasswordHasher } from './password-hasher';
import { UserRow, type UserExtra } from '../../database/entities/user.row';

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

/** How two spellings of one e-mail address are told to be the same. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** Users and their passwords. */
@Injectable()
export class UsersService {
  constructor(
    @InjectRepository(UserRow) private readonly users: Repository<UserRow>,
    private readonly access: EndOfAccess,
    private readonly hasher: PasswordHasher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  findById(id: string): Promise<UserRow | null> {
    return this.users.findOneBy({ id });
  }

  findByEmail(email: string): Promise<UserRow | null> {
    return this.users.findOneBy({ emailLower: emailKey(email) });
  }

  /** By e-mail address, or by user name when exactly one user has it. */
  async findByLogin(login: string): Promise<UserRow | null> {
    const byEmail = await this.findByEmail(login);
    if (byEmail) return byEmail;
    // An account that nobody confirmed takes no name from anybody.
    const byName = await this.users.find({ where: { username: login, awaitingActivation: false }, take: 2 });
    return byName.length === 1 ? (byName[0] ?? null) : null;
  }

  /**
   * The user when it is enabled and has this password, or undefined. Takes the same time for nobody, and stores a new hash
   * when the old one is of an older form. Only the login service asks this: it knows the limits.
   *
   * @throws OAuthError 429 or 503 while too many passwords are being checked
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
      await this.users.update({ id: user.id, datePassword: user.datePassword }, { passwordHash });
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
    await this.dropUnconfirmed(user.email);
    const row = this.users.create({
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
    await this.users.insert(row as QueryDeepPartialEntity<UserRow>);
    return row;
  }

  /** Deletes the sign-up for an address that was never confirmed, so that it blocks nobody. */
  async dropUnconfirmed(email: string): Promise<void> {
    await this.users.delete({ emailLower: emailKey(email), awaitingActivation: true, enabled: false });
  }

  /** Sets a new password and ends everything that was opened with the old one. */
  async changePassword(userId: string, password: string): Promise<void> {
    const passwordHash = await this.hasher.hash(password);
    await this.access.endEverythingOf(userId, {
      because: {
        sql: 'UPDATE users SET password_hash = ?, date_password = ? WHERE id = ?',
        values: [passwordHash, this.clock.now(), userId],
      },
    });
  }
}
