import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { PepProxyRow } from '../../database/entities/application.row';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import { LoginService } from '../users/login.service';
import { PasswordHasher } from '../users/password-hasher';
import { SecondFactor } from '../users/second-factor.service';
import type { ApiTokenOwner } from './api-tokens.service';

export interface ApiLogin {
  /** E-mail address (or unique user name) of a user, or id of a PEP proxy. */
  readonly name: string;
  readonly password: string;
  /** Code of the second factor, for users who have one. */
  readonly code: string | undefined;
  readonly address: string | undefined;
}

/** The password was not that of the user, or of the PEP proxy, that the name would be of. */
export interface WrongPassword {
  readonly wrong: 'user' | 'pepProxy';
}

const wrongUser: WrongPassword = { wrong: 'user' };

/** Checks the passwords that the management API takes: of users and of PEP proxies. */
@Injectable()
export class ApiLogins {
  constructor(
    @InjectRepository(PepProxyRow) private readonly proxies: Repository<PepProxyRow>,
    private readonly logins: LoginService,
    private readonly secondFactor: SecondFactor,
    private readonly hasher: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditLog,
  ) {}

  /** @throws TooMany after too many failures */
  async login(login: ApiLogin): Promise<ApiTokenOwner | WrongPassword> {
    const proxy = await this.findProxy(login.name);
    return proxy ? this.loginProxy(proxy, login) : this.loginUser(login);
  }

  private async findProxy(id: string): Promise<PepProxyRow | null> {
    if (id.length > 128 || id.includes('@') || id.includes('\0')) return null;
    return this.proxies.findOneBy({ id });
  }

  private async loginUser({
    name,
    password,
    code,
    address,
  }: ApiLogin): Promise<ApiTokenOwner | WrongPassword> {
    if (name.includes('\0')) return wrongUser;
    const user = await this.logins.login(name, password, { address, through: 'api' });
    if (!user) return wrongUser;
    if (
      user.totpSecret !== null &&
      !(code !== undefined && (await this.secondFactor.verify(user, code, address)))
    )
      return wrongUser;
    return { userId: user.id };
  }

  private async loginProxy(
    { id, passwordHash, applicationId }: PepProxyRow,
    { password, address }: ApiLogin,
  ): Promise<ApiTokenOwner | WrongPassword> {
    const right = await this.limiter.reserve({ kind: 'secret' }, address, async () => {
      const { matches, needsRehash } = await this.hasher.check(passwordHash, password, address);
      if (needsRehash)
        await this.proxies.update({ id }, { passwordHash: await this.hasher.hash(password, address) });
      return matches;
    });
    if (!right) {
      const details = { through: 'pep-proxy' };
      this.audit.record({ event: 'login', outcome: 'failure', applicationId, subject: id, address, details });
      return { wrong: 'pepProxy' };
    }
    return { pepProxyId: id };
  }
}
