import { createParamDecorator, Injectable, SetMetadata } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { BasicStrategy } from 'passport-http';
import {
  credentialReader,
  CredentialStrategy,
  type CredentialReader,
  type Seen,
  type Strategy,
} from '../../access/credentials';
import type { Client } from '../../subjects/applications/client';
import { ClientsService } from '../../subjects/applications/clients.service';
import { invalidClient, invalidRequest, noCredentials, realm } from './oauth-errors';
import { formDecoded, parseBasic, parseForm, type Credentials, type Parameters } from './wire';

/** What the guard leaves for the handler. */
export interface ClientRequest extends Request {
  client: Client;
  form: Parameters;
  /** The client sent a secret, which was right: nothing goes on with a wrong one. */
  sentSecret: boolean;
  /** What the route gives tokens by; undefined at a route that gives none. */
  grantType: string | undefined;
}

const BY_GRANT = 'identity-manager.tokens-by-grant';

/** Stands on the route that gives tokens: some grants ask no secret of a client. Elsewhere a `grant_type` means nothing. */
export const TokensByGrant = () => SetMetadata(BY_GRANT, true);

interface SeenClient extends Seen<Client> {
  readonly request: ClientRequest;
}

/** RFC 6749 section 2.3: one method a request. The FIWARE passport strategy sends both, with the same values. */
function refuseTwoMethods(basic: Credentials, form: Parameters): void {
  const differs = (given: string | undefined, own: string) =>
    given !== undefined && given !== own && given !== formDecoded(own);
  if (differs(form.get('client_id'), basic.id) || differs(form.get('client_secret'), basic.secret))
    throw invalidRequest('Invalid request: only one client authentication method is allowed');
}

/** Who a client is. Nothing but its credentials decides. */
@Injectable()
export class ClientCredentials {
  constructor(private readonly clients: ClientsService) {}

  /** By the secret that was sent; an empty one is none. @throws OAuthError as the two ways below */
  find(sent: Credentials, request: ClientRequest): Promise<Client> {
    const { grantType, ip } = request;
    request.sentSecret = sent.secret !== '';
    return request.sentSecret ? this.bySecret(sent, ip) : this.byIdAlone(sent.id, grantType);
  }

  /**
   * The pair is tried as it came, then as a strict client means it: RFC 6749 section 2.3.1 form-encodes id and secret before
   * they are joined, which Keyrock's clients do not.
   *
   * @throws OAuthError invalid_client, TooMany after too many wrong ones from the address
   */
  async bySecret(sent: Credentials, address: string | undefined): Promise<Client> {
    const decoded = { id: formDecoded(sent.id), secret: formDecoded(sent.secret) };
    const client = await this.clients.authenticate([sent, decoded], address);
    if (!client) throw invalidClient();
    return client;
  }

  /**
   * A client that names itself without secret: a public one, or a grant for which the installation asks none.
   *
   * @throws OAuthError invalid_client
   */
  private async byIdAlone(id: string, grantType: string | undefined): Promise<Client> {
    const client = await this.clients.find(id);
    if (!client) throw invalidClient();
    if (!this.clients.mayNameItself(client, grantType)) throw noCredentials();
    return client;
  }
}

/**
 * The Basic header. passport-http cuts a secret at its first colon, knows none that is empty, and makes a Buffer in a way
 * that Node warns of; so the header is read here, and the rest of the strategy is the package's.
 */
class ClientBasicStrategy extends BasicStrategy implements Strategy<Client> {
  declare readonly success: Strategy<Client>['success'];
  declare readonly fail: Strategy<Client>['fail'];
  declare readonly error: Strategy<Client>['error'];

  constructor(private readonly credentials: ClientCredentials) {
    super({ realm }, () => undefined);
  }

  override authenticate(seen: unknown): void {
    const { request } = seen as SeenClient;
    const header = request.headers.authorization;
    if (header === undefined) return this.fail();
    const basic = parseBasic(header);
    if (!basic) throw noCredentials();
    refuseTwoMethods(basic, request.form);
    this.credentials.find(basic, request).then(this.success, this.error);
  }
}

/** `client_id` in the form, with `client_secret` or, for public clients, without. */
class ClientFormStrategy extends CredentialStrategy<Client> {
  constructor(private readonly credentials: ClientCredentials) {
    super('client-form');
  }

  authenticate({ request }: SeenClient): void {
    const id = request.form.get('client_id');
    if (id === undefined) return this.fail();
    const sent = { id, secret: request.form.get('client_secret') ?? '' };
    this.credentials.find(sent, request).then(this.success, this.error);
  }
}

/** Lets a form request of an OAuth client pass, and reads its form and credentials for all that follows. */
@Injectable()
export class ClientGuard implements CanActivate {
  private readonly read: CredentialReader<Client>;

  constructor(credentials: ClientCredentials) {
    this.read = credentialReader(new ClientBasicStrategy(credentials), new ClientFormStrategy(credentials));
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ClientRequest>();
    request.form = parseForm(request);
    request.grantType = Reflect.hasMetadata(BY_GRANT, context.getHandler())
      ? request.form.get('grant_type')
      : undefined;
    const seen: SeenClient = { request };
    await this.read(seen, request.res);
    if (!seen.owner) throw noCredentials();
    request.client = seen.owner;
    return true;
  }
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<ClientRequest>();

/** The client that the guard found. */
export const AuthenticatedClient = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Client => requestOf(context).client,
);

/** Whether that is a confidential client that sent its secret: it has done more than name itself. */
export const IsProven = createParamDecorator((_data: unknown, context: ExecutionContext): boolean => {
  const { client, sentSecret } = requestOf(context);
  return sentSecret && !client.isPublic;
});

/** The form that the guard parsed. */
export const Form = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Parameters => requestOf(context).form,
);
