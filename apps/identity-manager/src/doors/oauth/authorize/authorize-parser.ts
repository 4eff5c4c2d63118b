import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ClientsService } from '../../../subjects/applications/clients.service';
import { OPTIONS, type Options } from '../../../cli/options';
import type { ClaimsRequest } from '../../../database/entities/openid.row';
import type { Client } from '../../../subjects/applications/client';
import { Resources } from '../../../subjects/applications/resources.service';
import { IdTokenHints } from '../../../subjects/tokens/id-token-hints';
import { Issuers } from '../../../subjects/tokens/issuers';
import { PageError } from '../../../pages/page-error';
import { parseParameters, RESOURCE, parseScope, type Parameters } from '../wire';
import { errorOfFault, invalidParameter, OAuthError } from '../oauth-errors';
import type { AddressedRequest, AuthorizeRequest } from './authorize-request';
import {
  checkChallenge,
  checkClaims,
  checkGrantAllowed,
  checkMaxAge,
  checkNonce,
  checkNoRequestObject,
  checkNotDenied,
  checkPrompt,
  checkRedirectUri,
  checkResponseType,
  checkScope,
  checkState,
} from './checks';
import { waysBack } from './response-mode';

/** An error that the client learns of at its redirect address. */
export class AuthorizeError extends Error {
  constructor(
    readonly request: AddressedRequest,
    readonly error: OAuthError,
  ) {
    super(error.message, { cause: error });
  }
}

/** Reads and checks an authorization request; runs again for the login and the consent form. */
@Injectable()
export class AuthorizeParser {
  constructor(
    private readonly clients: ClientsService,
    private readonly issuers: Issuers,
    private readonly hints: IdTokenHints,
    private readonly resources: Resources,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /**
   * @throws PageError       client or redirect address are wrong: nothing may be sent anywhere
   * @throws AuthorizeError  anything else is wrong
   */
  async parse(request: Request): Promise<AuthorizeRequest> {
    const parameters = this.readParameters(request);
    const addressed = await this.address(parameters, request.path);
    try {
      return await this.check(parameters, addressed);
    } catch (error) {
      const known = error instanceof OAuthError ? error : errorOfFault(error);
      throw known ? new AuthorizeError(addressed, known) : error;
    }
  }

  /** The query counts, also for a form: a form's body holds only what its page asked. */
  private readParameters(request: Request): Parameters {
    try {
      return parseParameters(request.query, RESOURCE);
    } catch (error) {
      if (error instanceof OAuthError) throw new PageError(400, error.message, error.code);
      throw error;
    }
  }

  private async address(parameters: Parameters, path: string): Promise<AddressedRequest> {
    const clientId = parameters.get('client_id');
    if (clientId === undefined) throw new PageError(400, 'error.clientMissing', 'invalid_request');
    const client = await this.clients.find(clientId);
    if (!client) throw new PageError(400, 'error.clientUnknown', 'invalid_client');
    const { uri, wasSent } = checkRedirectUri(parameters, client);
    const issuer = this.issuers.of(path, client.id);
    if (issuer === undefined) throw new PageError(400, 'error.otherApplication', 'invalid_request');
    return {
      client,
      redirectUri: uri,
      redirectUriWasSent: wasSent,
      ...waysBack(parameters, client, this.options.oauth.implicitResponse),
      issuer,
    };
  }

  private async check(parameters: Parameters, addressed: AddressedRequest): Promise<AuthorizeRequest> {
    const { client } = addressed;
    checkNoRequestObject(parameters);
    const responseTypes = checkResponseType(parameters);
    checkGrantAllowed(responseTypes, client);
    checkState(parameters, this.options.oauth.stateMayBeEmpty);
    const askedScope = parseScope(parameters.get('scope'));
    const scope = checkScope(askedScope, responseTypes, client);
    const codeChallenge = checkChallenge(parameters, responseTypes, client);
    checkNotDenied(parameters);
    const prompts = checkPrompt(parameters);
    const maxAgeSeconds = checkMaxAge(parameters);
    const nonce = checkNonce(parameters, responseTypes);
    const claims = checkClaims(parameters);
    const expectedUserId = await this.expectedUser(parameters, claims, client);
    return {
      ...addressed,
      responseTypes,
      scope,
      askedScope,
      codeChallenge,
      prompts,
      maxAgeSeconds,
      nonce,
      claims,
      expectedUserId,
      resources: await this.resources.allowed(client, parameters.get(RESOURCE)),
    };
  }

  /** Whom `id_token_hint` is about, or the claim `sub` that is asked for (OpenID Connect Core sections 3.1.2.1 and 5.5.1). */
  private async expectedUser(
    parameters: Parameters,
    claims: ClaimsRequest,
    client: Client,
  ): Promise<string | undefined> {
    const text = parameters.get('id_token_hint');
    const hint = text === undefined ? undefined : await this.hints.read(text);
    if (text !== undefined && hint?.client.id !== client.id) throw invalidParameter('id_token_hint');
    const wanted = claims.id_token['sub']?.values?.[0];
    if (wanted === undefined) return hint?.userId;
    if (typeof wanted !== 'string' || (hint && hint.userId !== wanted)) throw invalidParameter('claims');
    return wanted;
  }
}
