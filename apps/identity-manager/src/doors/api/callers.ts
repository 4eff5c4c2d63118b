import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { PepProxyRow } from '../../database/entities/application.row';
import { unauthorized } from '../../http/api-errors';
import type { ApiTokenRow } from '../../database/entities/token.row';
import { UserRow } from '../../database/entities/user.row';
import type { ApiRequest } from '../../access/api-request';

/** Turns tokens into users and PEP proxies. */
@Injectable()
export class Callers {
  constructor(@InjectEntityManager() private readonly rows: EntityManager) {}

  /** @throws ApiError 401 when the user has been disabled */
  async identify(request: ApiRequest, { userId, pepProxyId, passwordAt }: ApiTokenRow): Promise<void> {
    if (passwordAt !== null) request.passwordAt = passwordAt;
    if (userId !== null) {
      const user = await this.rows.findOneBy(UserRow, { id: userId });
      if (!user?.enabled) throw unauthorized('Token has expired');
      request.caller = user;
    } else if (pepProxyId !== null) {
      request.pepProxy = (await this.rows.findOneBy(PepProxyRow, { id: pepProxyId })) ?? undefined;
    }
  }
}
