import { CountedByPath, OpenToOrigins } from '../../../http/route-facts';
import { Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import type { Client } from '../../../subjects/applications/client';
import { AuthenticatedClient, Form } from '../client.guard';
import { required, sendOAuthJson, type Parameters } from '../wire';
import { IntrospectGuard } from './introspect.guard';
import { IntrospectionService } from './introspection.service';
import { bodyOf } from '../../../openapi/content';
import { Documented, Tag } from '../../../openapi/documented';
import { Introspection, noToken, TokenForm, wrongClient } from '../oauth-shapes';

/** RFC 7662. */
@OpenToOrigins()
@CountedByPath()
@Tag('OAuth 2.0')
@Controller(['oauth2/introspect', 'idm/applications/:issuer/oauth2/introspect'])
export class IntrospectController {
  constructor(private readonly introspection: IntrospectionService) {}

  @Post()
  @HttpCode(200)
  @UseGuards(IntrospectGuard)
  @Documented({
    id: 'introspect',
    summary: 'Ask what a token is worth (RFC 7662)',
    takes: bodyOf(TokenForm, { token: 'fd2cd9a6ddf2a8d1' }),
    takesForm: true,
    answers: bodyOf(Introspection),
    others: { 400: noToken, 401: wrongClient },
    security: ['client'],
  })
  async introspect(
    @AuthenticatedClient() client: Client,
    @Form() form: Parameters,
    @Res() response: Response,
  ): Promise<void> {
    sendOAuthJson(response, await this.introspection.introspect(required(form, 'token'), client));
  }
}
