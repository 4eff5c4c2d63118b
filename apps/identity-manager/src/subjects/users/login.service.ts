import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { AttemptLimiter, type Attempt } from '../../limits/attempt-limiter';
import type { UserRow } from '../../database/entities/user.row';
import { emailKey } from './email-address';
import { PasswordHasher } from './password-hasher';
import { UsersRepository } from './users.repository';

/** An attempt at the user's password, the same wherever it is asked for and however the user is named. */
export const passwordOf = ({ id }: UserRow): Attempt => ({ kind: 'password', account: id });

/** The one way by which a password becomes a user: limits, constant time, audit. */
@Injectable()
export class LoginService {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditLog,
  ) {}

  /**
   * The enabled user with this e-mail address (or unique user name) and password; undefined when there is none. Users
   * with a second factor are returned too: the caller asks for it, or refuses.
   *
   * @param through  where the login happens, for the audit log: `password-grant`, `authorize`, `api`, `web`
   * @throws TooMany after too many failures of the account or the address
   */
  async login(
    login: string,
    password: string,
    {
      address,
      through,
      applicationId,
    }: { address?: string | undefined; through: string; applicationId?: string },
  ): Promise<UserRow | undefined> {
    const found = await this.users.findByLogin(login);
    // Nobody's name is counted like somebody's: what is answered must not tell them apart.
    const attempt = found ? passwordOf(found) : ({ kind: 'password', account: emailKey(login) } as const);
    const user = await this.limiter.reserve(attempt, address, () =>
      this.authenticate(found, password, address),
    );
    this.audit.record({
      event: 'login',
      outcome: user ? 'success' : 'failure',
      actorId: user?.id,
      subject: emailKey(login),
      applicationId,
      address,
      details: { through },
    });
    return user;
  }

  /**
   * The user when it is enabled and has this password, or undefined. Takes the same time for nobody, and stores a new
   * hash when the old one is of an older form.
   *
   * @throws TooMany or Busy while too many passwords are being checked
   */
  private async authenticate(
    user: UserRow | null,
    password: string,
    address: string | undefined,
  ): Promise<UserRow | undefined> {
    const { matches, needsRehash } = await this.hasher.check(user?.passwordHash, password, address);
    if (!user || !matches || !user.enabled) return undefined;
    if (needsRehash) await this.users.rehash(user, await this.hasher.hash(password, address));
    // Hashing takes its time: a password that was changed meanwhile, or a user disabled, opens nothing any more.
    const now = await this.users.find(user.id);
    return now?.enabled && now.datePassword === user.datePassword ? now : undefined;
  }
}
