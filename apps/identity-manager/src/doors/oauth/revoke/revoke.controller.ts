import { CountedByPath, OpenToOrigins } from '../../../http/route-facts';
import { Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Client } from '../../../subjects/applications/client';
import { TokenRevocations } from '../../../subjects/tokens/token-revocations.service';
import { AuthenticatedClient, ClientGuard, Form } from '../client.guard';
import { required, type Parameters } from '../wire';
import { bodyOf } from '../../../openapi/content';
import { Documented, Tag } from '../../../openapi/documented';
import { noToken, TokenForm, wrongClient } from '../oauth-shapes';

/** RFC 7009. What is unknown, foreign or already ended is answered like success. */
@OpenToOrigins()
@CountedByPath()
@Tag('OAuth 2.0')
@Controller(['oauth2/revoke', 'idm/applications/:issuer/oauth2/revoke'])
export class RevokeController {
  constructor(private readonly revocations: TokenRevocations) {}

  @Post()
  @HttpCode(200)
  @UseGuards(ClientGuard)
  @Documented({
    id: 'revoke',
    summary: 'End a token (RFC 7009)',
    takes: bodyOf(TokenForm, { token: 'fd2cd9a6ddf2a8d1' }),
    takesForm: true,
    success: 'Ended, or unknown',
    others: { 400: noToken, 401: wrongClient },
    security: ['client'],
  })
  async revoke(
    @AuthenticatedClient() client: Client,
    @Form() form: Parameters,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.revocations.revoke({
      applicationId: client.id,
      token: required(form, 'token'),
      hint: form.get('token_type_hint'),
      address: request.ip,
    });
    // Some client libraries want the JSON type even though the body is empty.
    response.writeHead(200, {
      'Content-Type': 'application/json;charset=UTF-8',
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      'Content-Length': 0,
    });
    response.end();
  }
}
