import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ClientsService } from '../../../subjects/applications/clients.service';
import { OPTIONS, type Options } from '../../../cli/options';
import { Issuers } from '../../../subjects/tokens/issuers';
import { PageError } from '../../../pages/page-error';
import { parseParameters, parseScope, type Parameters } from '../wire';
import { errorOfFault, OAuthError } from '../oauth-errors';
import type { AddressedRequest, AuthorizeRequest } from './authorize-request';
import {
  checkChallenge,
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
import { responseModes } from './response-mode';

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
      return this.check(parameters, addressed);
    } catch (error) {
      const known = error instanceof OAuthError ? error : errorOfFault(error);
      throw known ? new AuthorizeError(addressed, known) : error;
    }
  }

  /** The query counts, also for a form: a form's body holds only what its page asked. */
  private readParameters(request: Request): Parameters {
    try {
      return parseParameters(request.query);
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
      state: parameters.get('state'),
      ...responseModes(parameters, this.options.oauth.implicitResponse),
      issuer,
    };
  }

  private check(parameters: Parameters, addressed: AddressedRequest): AuthorizeRequest {
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
    const nonce = checkNonce(parameters);
    return { ...addressed, responseTypes, scope, askedScope, codeChallenge, prompts, maxAgeSeconds, nonce };
  }
}
