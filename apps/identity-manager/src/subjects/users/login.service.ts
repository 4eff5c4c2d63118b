import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { AttemptLimiter, type Attempt } from '../../limits/attempt-limiter';
import type { UserRow } from '../../database/entities/user.row';
import { emailKey } from './email-address';
import { UsersService } from './users.service';

/** An attempt at the user's password, the same wherever it is asked for and however the user is named. */
export const passwordOf = ({ id }: UserRow): Attempt => ({ kind: 'password', account: id });

/** The one way by which a password becomes a user: limits, constant time, audit. */
@Injectable()
export class LoginService {
  constructor(
    private readonly users: UsersService,
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
      this.users.authenticate(found, password, address),
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
}
