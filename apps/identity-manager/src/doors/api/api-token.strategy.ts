import { Injectable } from '@nestjs/common';
import type { ApiRequest } from '../../access/api-request';
import { CredentialStrategy, type Seen } from '../../access/credentials';
import { badRequest, notFound, unauthorized } from '../../http/api-errors';
import { PepProxies } from '../../subjects/applications/pep-proxies.service';
import { ApiTokensService } from '../../subjects/tokens/api-tokens.service';
import { UsersService } from '../../subjects/users/users.service';
import { apiTokenOf } from './api-token';

/** Who a token of the management API belongs to. */
export type ApiCaller = Pick<ApiRequest, 'caller' | 'pepProxy' | 'passwordAt'>;

/** The API token of a request, of a user or of a PEP proxy. */
@Injectable()
export class ApiTokenStrategy extends CredentialStrategy<ApiCaller> {
  constructor(
    private readonly tokens: ApiTokensService,
    private readonly users: UsersService,
    private readonly proxies: PepProxies,
  ) {
    super('api-token');
  }

  /** @throws ApiError 400 without a token */
  authenticate({ request }: Seen<ApiCaller>): void {
    const text = apiTokenOf(request);
    if (text === undefined) throw badRequest('Expecting to find X-Auth-token/Authorization in requests');
    this.callerBy(text).then(this.success, this.error);
  }

  /** @throws ApiError 404 for an unknown token, 401 for one that has ended or whose user is disabled */
  private async callerBy(text: string): Promise<ApiCaller> {
    const token = await this.tokens.find(text);
    if (!token) throw notFound('Token not found');
    if (!this.tokens.isLive(token)) throw unauthorized('Token has expired');
    const { userId, pepProxyId, passwordAt } = token;
    const given = passwordAt === null ? {} : { passwordAt };
    if (userId !== null) {
      const caller = await this.users.findById(userId);
      if (!caller?.enabled) throw unauthorized('Token has expired');
      return { ...given, caller };
    }
    const pepProxy = pepProxyId === null ? null : await this.proxies.findById(pepProxyId);
    return pepProxy ? { ...given, pepProxy } : given;
  }
}
