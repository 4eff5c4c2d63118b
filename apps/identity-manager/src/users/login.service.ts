import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { FailureLimiter } from '../http/failure-limiter';
import type { UserRow } from './user.row';
import { emailKey, UsersService } from './users.service';

/** The one way by which a password becomes a user: limits, constant time, audit. */
@Injectable()
export class LoginService {
  constructor(
    private readonly users: UsersService,
    private readonly limiter: FailureLimiter,
    private readonly audit: AuditLog,
  ) {}

  /**
   * The enabled user with this e-mail address (or unique user name) and password; undefined when there is none. Users
   * with a second factor are returned too: the caller asks for it, or refuses.
   *
   * @param through  where the login happens, for the audit log: `password-grant`, `authorize`, `api`, `web`
   * @throws OAuthError 429 after too many failures of the account or the address
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
    const account = `user ${emailKey(login)}`;
    this.limiter.check(account, address);
    const user = await this.users.authenticate(login, password);
    if (user) this.limiter.succeed(account);
    else this.limiter.fail(account, address);
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
