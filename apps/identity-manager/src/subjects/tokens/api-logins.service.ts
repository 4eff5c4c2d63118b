import { Injectable } from '@nestjs/common';
import type { PepProxyRow } from '../../database/entities/application.row';
import { PepProxies } from '../applications/pep-proxies.service';
import { LoginService } from '../users/login.service';
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
    private readonly proxies: PepProxies,
    private readonly logins: LoginService,
    private readonly secondFactor: SecondFactor,
  ) {}

  /** @throws TooMany after too many failures */
  async login(login: ApiLogin): Promise<ApiTokenOwner | WrongPassword> {
    const proxy = await this.findProxy(login.name);
    return proxy ? this.loginProxy(proxy, login) : this.loginUser(login);
  }

  private async findProxy(id: string): Promise<PepProxyRow | null> {
    if (id.length > 128 || id.includes('@') || id.includes('\0')) return null;
    return this.proxies.findById(id);
  }

  private async loginUser({
    name,
    password,
    code,
    address,
  }: ApiLogin): Promise<ApiTokenOwner | WrongPassword> {
    if (name.includes('\0')) return wrongUser;
    const user = await this.logins.login(name, password, {
      address,
      through: 'api',
      admits: async (known) =>
        known.totpSecret === null ||
        (code !== undefined && (await this.secondFactor.verify(known, code, address))),
    });
    return user ? { userId: user.id } : wrongUser;
  }

  private async loginProxy(
    proxy: PepProxyRow,
    { password, address }: ApiLogin,
  ): Promise<ApiTokenOwner | WrongPassword> {
    const isRight = await this.proxies.authenticate(proxy, password, address);
    return isRight ? { pepProxyId: proxy.id } : { wrong: 'pepProxy' };
  }
}
