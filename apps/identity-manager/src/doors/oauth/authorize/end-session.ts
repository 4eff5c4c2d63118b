import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Client } from '../../../subjects/applications/client';
import { ClientsService } from '../../../subjects/applications/clients.service';
import type { Session } from '../../../subjects/sessions/sessions.service';
import { IdTokenHints, type IdTokenHint } from '../../../subjects/tokens/id-token-hints';
import { invalidParameter, invalidRequest } from '../oauth-errors';
import { withParameters } from './redirect-uri';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** A parameter of the address, else of the form. */
export function logoutParameter({ query, body }: Request, name: string): string | undefined {
  const form: unknown = body;
  const inForm = typeof form === 'object' && form !== null && Object.hasOwn(form, name);
  return text(query[name]) ?? (inForm ? text((form as Record<string, unknown>)[name]) : undefined);
}

/** Parameters that an application may send along (OpenID Connect RP-Initiated Logout section 2). */
export const LOGOUT_PARAMETERS = [
  'id_token_hint',
  'logout_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
  'ui_locales',
] as const;

/** A request for the end of a session, checked. */
export interface EndSessionRequest {
  /** Undefined: none was named. */
  readonly client: Client | undefined;
  readonly hint: IdTokenHint | undefined;
  /** Where the user goes afterwards, with the state; undefined: nowhere. */
  readonly address: string | undefined;
}

/** Whether an id token is of the session that is about to end: then nobody has to be asked. */
export const isOfSession = (hint: IdTokenHint | undefined, { row, user }: Session): boolean =>
  hint !== undefined && (hint.sid === undefined ? hint.userId === user.id : hint.sid === row.sid);

/** Reads and checks requests for the end of a session. */
@Injectable()
export class EndSessionParser {
  constructor(
    private readonly clients: ClientsService,
    private readonly hints: IdTokenHints,
  ) {}

  /** @throws OAuthError 400 when the id token is none of ours or of another application, or the application is unknown */
  async parse(request: Request): Promise<EndSessionRequest> {
    const sent = logoutParameter(request, 'id_token_hint');
    const hint = sent === undefined ? undefined : await this.hints.read(sent);
    if (sent !== undefined && !hint) throw invalidParameter('id_token_hint');
    const clientId = logoutParameter(request, 'client_id');
    if (hint && clientId !== undefined && clientId !== hint.client.id)
      throw invalidRequest('Invalid request: `id_token_hint` is of another application');
    const client = hint?.client ?? (clientId === undefined ? undefined : await this.clients.find(clientId));
    if (clientId !== undefined && !client) throw invalidParameter('client_id');
    return { client, hint, address: addressOf(request, client) };
  }
}

/** Only an address that the application registered for this, letter by letter; anything else would be an open redirector. */
function addressOf(request: Request, client: Client | undefined): string | undefined {
  const wished = logoutParameter(request, 'post_logout_redirect_uri');
  if (wished === undefined || !client?.signOutUris.includes(wished)) return undefined;
  const state = logoutParameter(request, 'state');
  return state === undefined ? wished : withParameters(wished, 'query', [['state', state]]);
}
