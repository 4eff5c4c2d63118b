import { CountedByPath, OpenToOrigins } from '../../../http/route-facts';
import { Controller, HttpCode, Inject, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Client } from '../../../subjects/applications/client';
import type { GrantedScope } from '../../../subjects/tokens/grant';
import { TokenIssuer } from '../../../subjects/tokens/token-issuer';
import { OPTIONS, type Options } from '../../../cli/options';
import { Issuers } from '../../../subjects/tokens/issuers';
import { AuthenticatedClient, ClientGuard, Form, IsProven, TokensByGrant } from '../client.guard';
import { parseScope, required, sendOAuthJson, type Parameters } from '../wire';
import { grantNotAllowed, invalidParameter, otherApplication, unsupportedGrantType } from '../oauth-errors';
import { grantedWords } from '../../../subjects/tokens/scope';
import type { GrantHandler, GrantResult } from './grant-handler';
import { GRANTS } from './grants/grants';
import { bodyOf } from '../../../openapi/content';
import { Documented, Tag } from '../../../openapi/documented';
import { oauthFault, TokenAnswer, TokenRequest, wrongClient } from '../oauth-shapes';

/** A grant type is a name or an address of an extension (RFC 6749 section 4.5). */
const wellFormed = /^([-._A-Za-z0-9]+|[A-Za-z][A-Za-z0-9+.-]*:[\x21\x23-\x5B\x5D-\x7E]+)$/;

/** RFC 6749 section 5.1: only when it differs from what was asked, as text with blanks. */
function renderScopeText(scope: GrantedScope, wanted: readonly string[]): string | undefined {
  const { words } = scope;
  const same =
    wanted.length === 0 || (wanted.length === words.length && wanted.every((word) => words.includes(word)));
  return same ? undefined : grantedWords(scope).join(' ');
}

/**
 * The body of a successful token request. A JWT in Keyrock's form has no `expires_in`: its `exp` says it; a
 * permanent token has neither.
 */
export function renderTokens(tokens: GrantResult, askedScope: string | undefined, oauth: Options['oauth']) {
  const { scope, accessToken, expiresInSeconds, refreshToken, idToken } = tokens;
  const isAtJwt = tokens.format === 'at+jwt';
  const isJwt = !isAtJwt && scope.kind === 'jwt';
  const wanted = askedScope === undefined ? (tokens.askedScope ?? []) : parseScope(askedScope);
  const scopeText = oauth.tokenScope === 'rfc' ? renderScopeText(scope, wanted) : undefined;
  return {
    access_token: accessToken,
    token_type: isAtJwt ? 'Bearer' : isJwt ? oauth.jwtTokenType : 'bearer',
    ...(!isJwt && expiresInSeconds !== undefined && { expires_in: expiresInSeconds }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(oauth.tokenScope === 'array' && { scope: grantedWords(scope) }),
    ...(scopeText !== undefined && { scope: scopeText }),
    ...(idToken !== undefined && { id_token: idToken }),
  };
}

@OpenToOrigins()
@CountedByPath()
@Tag('OAuth 2.0')
@Controller(['oauth2/token', 'idm/applications/:issuer/oauth2/token'])
export class TokenController {
  private readonly grants: ReadonlyMap<string, GrantHandler>;

  constructor(
    @Inject(GRANTS) handlers: readonly GrantHandler[],
    private readonly issuers: Issuers,
    private readonly issuer: TokenIssuer,
    @Inject(OPTIONS) private readonly options: Options,
  ) {
    this.grants = new Map(
      handlers.flatMap((handler) => handler.grantTypes.map((type) => [type, handler] as const)),
    );
  }

  @Post()
  @HttpCode(200)
  @TokensByGrant()
  @UseGuards(ClientGuard)
  @Documented({
    id: 'token',
    summary: 'Get tokens',
    takes: bodyOf(TokenRequest, { grant_type: 'client_credentials' }),
    takesForm: true,
    answers: bodyOf(TokenAnswer),
    others: { 400: oauthFault('RFC 6749 section 5.2'), 401: wrongClient },
    security: ['client'],
  })
  async token(
    @AuthenticatedClient() client: Client,
    @IsProven() isProven: boolean,
    @Form() form: Parameters,
    @Param('issuer') named: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const grantType = required(form, 'grant_type');
    const handler = this.handlerFor(grantType, client);
    const address = request.ip;
    if (named !== undefined && named !== client.id) throw otherApplication();
    const issuer = () =>
      named === undefined ? this.issuers.outsideOfPaths(client.id) : this.issuers.ofApplication(client.id);
    const tokens = await handler.grant({ client, isProven, form, address, issuer });
    sendOAuthJson(response, renderTokens(tokens, form.get('scope'), this.options.oauth));
    this.issuer.noteIssued({ client, grantType, scope: tokens.scope, ownerId: tokens.ownerId, address });
  }

  private handlerFor(grantType: string, client: Client): GrantHandler {
    if (!wellFormed.test(grantType)) throw invalidParameter('grant_type');
    const handler = this.grants.get(grantType);
    if (!handler) throw unsupportedGrantType();
    if (!client.grantTypes.has(grantType)) throw grantNotAllowed();
    return handler;
  }
}
