import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import type { ApiRequest } from '../../access/api-request';
import { CredentialStrategy } from '../../access/credentials';
import { PepProxyRow } from '../../database/entities/application.row';
import { UserRow } from '../../database/entities/user.row';
import { badRequest, notFound, unauthorized } from '../../http/api-errors';
import { ApiTokensService } from '../../subjects/tokens/api-tokens.service';
import { apiTokenOf } from './api-token';

/** Who a token of the management API belongs to. */
export type ApiCaller = Pick<ApiRequest, 'caller' | 'pepProxy' | 'passwordAt'>;

/** The API token of a request, of a user or of a PEP proxy. */
@Injectable()
export class ApiTokenStrategy extends CredentialStrategy<ApiCaller> {
  constructor(
    private readonly tokens: ApiTokensService,
    @InjectEntityManager() private readonly rows: EntityManager,
  ) {
    super('api-token');
  }

  /** @throws ApiError 400 without a token, 404 for an unknown one, 401 for one that has ended or whose user is disabled */
  protected async verify(request: Request): Promise<ApiCaller> {
    const text = apiTokenOf(request);
    if (text === undefined) throw badRequest('Expecting to find X-Auth-token/Authorization in requests');
    const token = await this.tokens.find(text);
    if (!token) throw notFound('Token not found');
    if (!this.tokens.isLive(token)) throw unauthorized('Token has expired');
    const { userId, pepProxyId, passwordAt } = token;
    const given = passwordAt === null ? {} : { passwordAt };
    if (userId !== null) {
      const caller = await this.rows.findOneBy(UserRow, { id: userId });
      if (!caller?.enabled) throw unauthorized('Token has expired');
      return { ...given, caller };
    }
    const pepProxy = pepProxyId === null ? null : await this.rows.findOneBy(PepProxyRow, { id: pepProxyId });
    return pepProxy ? { ...given, pepProxy } : given;
  }
}
