import { CountedByPath, OpenToOrigins } from '../../../http/route-facts';
import { Controller, HttpCode, Inject, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Client } from '../../../subjects/applications/client';
import { TokenIssuer } from '../../../subjects/tokens/token-issuer';
import { OPTIONS, type Options } from '../../../cli/options';
import { Issuers } from '../../../subjects/tokens/issuers';
import { AuthenticatedClient, ClientGuard, Form, TokensByGrant } from '../client.guard';
import type { Parameters } from '../parameters';
import { grantNotAllowed, invalidParameter, otherApplication, unsupportedGrantType } from '../oauth-errors';
import type { GrantHandler } from './grant-handler';
import { required } from '../parameters';
import { renderTokens, sendOAuthJson } from './token-response';
import { bodyOf } from '../../../openapi/content';
import { Documented, Tag } from '../../../openapi/documented';
import { oauthFault, TokenAnswer, TokenRequest, wrongClient } from '../oauth-shapes';

/** Injection token of the list of grants. */
export const GRANTS = 'oauth.grants';

/** A grant type is a name or an address of an extension (RFC 6749 section 4.5). */
const wellFormed = /^([-._A-Za-z0-9]+|[A-Za-z][A-Za-z0-9+.-]*:[\x21\x23-\x5B\x5D-\x7E]+)$/;

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
    const tokens = await handler.grant({ client, form, address, issuer });
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
