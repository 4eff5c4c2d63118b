import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import {
  credentialReader,
  CredentialStrategy,
  type CredentialReader,
  type Seen,
} from '../../../access/credentials';
import type { Client } from '../../../subjects/applications/client';
import { ClientsService } from '../../../subjects/applications/clients.service';
import { PepProxies } from '../../../subjects/applications/pep-proxies.service';
import { ApiTokensService } from '../../../subjects/tokens/api-tokens.service';
import { ClientGuard, type ClientRequest } from '../client.guard';
import { invalidClient } from '../oauth-errors';
import { parseForm } from '../wire';

/** The API token of a PEP proxy, which speaks for its application. */
@Injectable()
export class PepProxyStrategy extends CredentialStrategy<Client> {
  constructor(
    private readonly apiTokens: ApiTokensService,
    private readonly clients: ClientsService,
    private readonly proxies: PepProxies,
  ) {
    super('pep-proxy');
  }

  authenticate({ request }: Seen<Client>): void {
    const text = request.headers['x-auth-token'];
    if (typeof text !== 'string') return this.fail();
    this.clientOf(text).then(this.success, this.error);
  }

  /** @throws OAuthError invalid_client  it is no live token of a proxy */
  async clientOf(text: string): Promise<Client> {
    const token = await this.apiTokens.find(text);
    const isLive = token !== undefined && this.apiTokens.isLive(token);
    const proxy = isLive && token.pepProxyId ? await this.proxies.findById(token.pepProxyId) : null;
    const client = proxy ? await this.clients.find(proxy.applicationId) : undefined;
    if (!client) throw invalidClient();
    return client;
  }
}

/** Client credentials, or the API token of the application's PEP proxy. A public client may not ask. */
@Injectable()
export class IntrospectGuard implements CanActivate {
  private readonly readProxy: CredentialReader<Client>;

  constructor(
    private readonly clientGuard: ClientGuard,
    pepProxies: PepProxyStrategy,
  ) {
    this.readProxy = credentialReader(pepProxies);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ClientRequest>();
    request.form = parseForm(request);
    const seen: Seen<Client> = { request };
    await this.readProxy(seen, request.res);
    if (!seen.owner) {
      await this.clientGuard.canActivate(context);
      if (request.client.isPublic) throw invalidClient();
      return true;
    }
    request.client = seen.owner;
    return true;
  }
}
