import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Client } from '../../../subjects/applications/client';
import { ClientsService } from '../../../subjects/applications/clients.service';
import { AccessTokensService } from '../../../subjects/tokens/access-tokens.service';
import { isFor } from '../../../subjects/tokens/at-jwts';
import { ClientCredentials } from '../client.guard';
import { PepProxyStrategy } from '../introspect/introspect.guard';
import { invalidClient, invalidRequest, invalidToken, OAuthError, realm } from '../oauth-errors';
import { parseBasic, parseBearer } from '../wire';
import { echoRequestId } from './request-id';

/** Application or proxy that asks for decisions. */
export interface Asker {
  /** The application whose roles and permissions count. */
  readonly client: Client;
  /** The application itself; false for its PEP proxy. */
  readonly isItself: boolean;
}

interface AskerRequest extends Request {
  asker: Asker;
}

const noAsker = () =>
  new OAuthError('invalid_client', 'Unauthorized request: no authentication given', 401, {
    'WWW-Authenticate': `Basic realm="${realm}", Bearer realm="${realm}"`,
  });

/** The body has to be JSON, which is read before; a request without one is malformed rather than of another type. */
function refuseOtherMedia({ headers }: Request): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (type === undefined && !hasBody) throw invalidRequest('The body must be an object');
  throw new OAuthError('invalid_request', 'The body must be application/json', 415);
}

/**
 * Lets an application ask: by its credentials in a Basic header, by its token of client credentials, or by the token of its PEP
 * proxy, as `Authorization: Bearer` or as `X-Auth-Token`.
 */
@Injectable()
export class AskerGuard implements CanActivate {
  constructor(
    private readonly credentials: ClientCredentials,
    private readonly clients: ClientsService,
    private readonly tokens: AccessTokensService,
    private readonly proxies: PepProxyStrategy,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AskerRequest>();
    echoRequestId(request, context.switchToHttp().getResponse());
    request.asker = await this.askerOf(request);
    refuseOtherMedia(request);
    return true;
  }

  private async askerOf({ headers, ip }: Request): Promise<Asker> {
    const { authorization, 'x-auth-token': proxyToken } = headers;
    if (authorization === undefined) {
      if (typeof proxyToken !== 'string') throw noAsker();
      return { client: await this.proxies.clientOf(proxyToken), isItself: false };
    }
    const token = parseBearer(authorization);
    if (token !== undefined) return this.byToken(token);
    const basic = parseBasic(authorization);
    if (!basic) throw noAsker();
    const client = await this.credentials.bySecret(basic, ip);
    // Its secret is known to all who have its program.
    if (client.isPublic) throw invalidClient();
    return { client, isItself: true };
  }

  private async byToken(text: string): Promise<Asker> {
    const token = await this.tokens.find(text);
    if (!token) return { client: await this.proxyOf(text), isItself: false };
    const client = await this.clients.find(token.applicationId);
    const isOwn = token.userId === null && token.iotAgentId === null;
    const isLive = this.tokens.stateOf(token) === 'live';
    if (!client || client.isPublic || !isOwn || !isLive || !isFor(token.audience, client)) throw unknown();
    return { client, isItself: true };
  }

  private async proxyOf(text: string): Promise<Client> {
    try {
      return await this.proxies.clientOf(text);
    } catch (error) {
      throw error instanceof OAuthError ? unknown() : error;
    }
  }
}

const unknown = () => invalidToken('Invalid token: it is no live token of an application or its PEP proxy');

/** The application that the guard found. */
export const AskedBy = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Asker =>
    context.switchToHttp().getRequest<AskerRequest>().asker,
);
