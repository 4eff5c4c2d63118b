import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { PepProxyRow } from '../../../database/entities/application.row';
import { ClientsService } from '../../../subjects/applications/clients.service';
import { ApiTokensService } from '../../../subjects/tokens/api-tokens.service';
import { ClientAuthGuard, type ClientRequest } from '../client-auth.guard';
import { parseForm } from '../parameters';
import { invalidClient } from '../oauth-errors';

/** Client credentials, or the API token of the application's PEP proxy. A public client may not ask. */
@Injectable()
export class IntrospectGuard implements CanActivate {
  constructor(
    private readonly clientAuth: ClientAuthGuard,
    private readonly apiTokens: ApiTokensService,
    private readonly clients: ClientsService,
    @InjectRepository(PepProxyRow) private readonly proxies: Repository<PepProxyRow>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ClientRequest>();
    const apiToken = request.headers['x-auth-token'];
    if (typeof apiToken !== 'string') {
      await this.clientAuth.canActivate(context);
      if (request.client.isPublic) throw invalidClient();
      return true;
    }
    request.form = parseForm(request);
    const row = await this.apiTokens.find(apiToken);
    const proxy =
      row?.pepProxyId && this.apiTokens.isLive(row)
        ? await this.proxies.findOneBy({ id: row.pepProxyId })
        : null;
    const client = proxy ? await this.clients.find(proxy.applicationId) : undefined;
    if (!client) throw invalidClient();
    request.client = client;
    return true;
  }
}
