import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Client } from '../../subjects/applications/client';
import { parseBasic, type Credentials } from './basic-credentials';
import { ClientAuthentication } from './client-authentication';
import { ClientBasicStrategy } from './client-basic.strategy';
import { parseForm, type Parameters } from './parameters';
import { invalidRequest, noCredentials } from './oauth-errors';

/** What the guard leaves for the handler. */
export interface ClientRequest extends Request {
  client: Client;
  form: Parameters;
}

/** RFC 6749 section 2.3: one method a request. The FIWARE passport strategy sends both, with the same values. */
function refuseTwoMethods(basic: Credentials, form: Parameters): void {
  const id = form.get('client_id');
  const secret = form.get('client_secret');
  const decoded = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const differs = (given: string | undefined, own: string) =>
    given !== undefined && given !== own && given !== decoded(own);
  if (differs(id, basic.id) || differs(secret, basic.secret))
    throw invalidRequest('Invalid request: only one client authentication method is allowed');
}

/**
 * Authenticates the OAuth client of a form request: Basic header, else `client_id` and `client_secret` in the body,
 * else `client_id` alone for public clients.
 */
@Injectable()
export class ClientAuthGuard implements CanActivate {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly basic: ClientBasicStrategy,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ClientRequest>();
    request.form = parseForm(request);
    request.client = await this.authenticate(request);
    return true;
  }

  private async authenticate(request: ClientRequest): Promise<Client> {
    const { form } = request;
    const header = request.headers.authorization;
    const id = form.get('client_id');
    if (header !== undefined) {
      const basic = parseBasic(header);
      if (!basic) throw noCredentials();
      refuseTwoMethods(basic, form);
      if (basic.secret === '') return this.authentication.byIdAlone(basic.id, form.get('grant_type'));
      return this.basic.authenticate(request);
    }
    if (id === undefined) throw noCredentials();
    const secret = form.get('client_secret');
    if (secret !== undefined) return this.authentication.bySecret({ id, secret }, request.ip);
    return this.authentication.byIdAlone(id, form.get('grant_type'));
  }
}

/** The client that {@link ClientAuthGuard} found. */
export const AuthenticatedClient = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Client =>
    context.switchToHttp().getRequest<ClientRequest>().client,
);

/** The form that {@link ClientAuthGuard} parsed. */
export const Form = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Parameters =>
    context.switchToHttp().getRequest<ClientRequest>().form,
);
