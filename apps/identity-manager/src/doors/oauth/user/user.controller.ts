import { Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CountedByPath, OpenToOrigins } from '../../../http/route-facts';
import type { AccessToken } from '../../../subjects/tokens/tokens.repository';
import { ClientCredentials } from '../client.guard';
import { invalidClient, noCredentials } from '../oauth-errors';
import { AccessTokenGuard, Asked, PresentedToken } from './access-token.guard';
import { UserInfoService } from './user-info.service';
import type { UserRequest } from './user-request';
import { bodyOf } from '../../../openapi/content';
import { Documented, Tag, type Operation } from '../../../openapi/documented';
import { query } from '../../../openapi/parameters';
import { userFault, UserForm, UserRecord } from '../oauth-shapes';

const validation: Pick<Operation, 'answers' | 'success' | 'status' | 'others' | 'security'> = {
  answers: bodyOf(UserRecord),
  success: 'The user',
  status: 200,
  others: {
    400: userFault('Two different tokens, or a malformed header'),
    401: userFault('No token, or one that is unknown, revoked or expired'),
  },
  security: ['bearer'],
};

const question = [
  query('access_token', 'The token, unless it comes as Authorization: Bearer'),
  query('app_id', 'Application in whose scope roles and permissions are taken'),
  query('action', 'HTTP verb'),
  query('resource', 'Path'),
  query('authorization_service_header', 'Tenant'),
  query('authorization_service_path', 'Service paths that will be touched, with commas; `/a/#` is a subtree'),
  query('fiware_service', 'Tenant, as older policy enforcement points call it'),
  query('entities', '`true`: also what permissions on entities allow, as authorization_entities'),
  query(
    'explain',
    '`true`: say why, to the application of `app_id`, whose credentials come as Authorization: Basic',
  ),
];

/** Validates a token; with action and resource also decides. Also the OpenID userinfo endpoint. */
@OpenToOrigins()
@CountedByPath()
@Tag('OAuth 2.0')
@Controller('user')
@UseGuards(AccessTokenGuard)
export class UserController {
  constructor(
    private readonly info: UserInfoService,
    private readonly clients: ClientCredentials,
  ) {}

  @Get()
  @Documented({
    id: 'user',
    summary: 'Validate an access token; with action and resource also decide',
    query: question,
    ...validation,
  })
  user(
    @Asked() asked: UserRequest,
    @PresentedToken() token: AccessToken,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.answer(asked, token, request, response);
  }

  /** OpenID Connect Core section 5.3.1: userinfo by POST too, with the token in the header or the form. */
  @Post()
  @Documented({
    id: 'userByPost',
    summary: 'The same; the parameters may come as a form (OpenID Connect userinfo)',
    takes: bodyOf(UserForm, { access_token: 'fd2cd9a6ddf2a8d1' }),
    takesForm: true,
    mayTakeNothing: true,
    ...validation,
  })
  userByPost(
    @Asked() asked: UserRequest,
    @PresentedToken() token: AccessToken,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.answer(asked, token, request, response);
  }

  private async answer(
    asked: UserRequest,
    token: AccessToken,
    request: Request,
    response: Response,
  ): Promise<void> {
    if (asked.explainTo !== undefined) await this.checkMayBeExplained(asked, token, request.ip);
    // As text: Node sends it with the head, in one piece.
    const text = JSON.stringify(await this.info.record(token, asked));
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(request.method === 'HEAD' ? undefined : text);
  }

  /** Reasons are shown only to the application whose rules they are. */
  private async checkMayBeExplained(
    { explainTo, applicationId }: UserRequest,
    token: AccessToken,
    address: string | undefined,
  ): Promise<void> {
    if (explainTo === undefined || explainTo === 'nobody') throw noCredentials();
    const client = await this.clients.bySecret(explainTo, address);
    if (client.id !== (applicationId ?? token.applicationId)) throw invalidClient();
  }
}
