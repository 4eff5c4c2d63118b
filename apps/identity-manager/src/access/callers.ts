import { Inject, Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { PepProxyRow } from '../database/entities/application.row';
import { OPTIONS, type Options } from '../cli/options';
import { unauthorized } from '../http/api-errors';
import { MembershipRow } from '../database/entities/organization.row';
import type { ApiTokenRow } from '../database/entities/token.row';
import { UserRow } from '../database/entities/user.row';
import type { ApiRequest } from './api-request';

/** Turns tokens into users and PEP proxies, and knows who owns an organization. */
@Injectable()
export class Callers {
  constructor(
    @InjectEntityManager() private readonly rows: EntityManager,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

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

  async owns({ id, admin }: UserRow, organizationId: string): Promise<boolean> {
    if (admin && this.options.admin.managesEverything) return true;
    return this.rows.existsBy(MembershipRow, { userId: id, organizationId, role: 'owner' });
  }
}
