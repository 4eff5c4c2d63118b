import { CountedByPath, LeavesRights, OpenToOrigins } from '../../../http/route-facts';
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessTokensService } from '../../../subjects/tokens/access-tokens.service';
import type { AccessToken } from '../../../subjects/tokens/tokens.repository';
import { ClientAuthentication } from '../client-authentication';
import { invalidClient, invalidToken, noCredentials } from '../oauth-errors';
import { UserInfoService } from './user-info.service';
import { parseUserRequest, type UserRequest } from './user-request';

const states = {
  revoked: 'Invalid token: access token is no longer valid',
  expired: 'Invalid token: access token has expired',
} as const;

/** Validates a token; with action and resource also decides. Also the OpenID userinfo endpoint. */
@OpenToOrigins()
@CountedByPath()
@LeavesRights()
@Controller('user')
export class UserController {
  constructor(
    private readonly tokens: AccessTokensService,
    private readonly info: UserInfoService,
    private readonly authentication: ClientAuthentication,
  ) {}

  @Get()
  user(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(request, response);
  }

  /** OpenID Connect Core section 5.3.1: userinfo by POST too, with the token in the header or the form. */
  @Post()
  userByPost(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(request, response);
  }

  private async answer(request: Request, response: Response): Promise<void> {
    const asked = parseUserRequest(request);
    const token = await this.liveToken(asked.token);
    await this.checkExplanation(asked, token, request.ip);
    const text = Buffer.from(JSON.stringify(await this.info.record(token, asked)));
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'Content-Length': text.length,
    });
    response.end(request.method === 'HEAD' ? undefined : text);
  }

  private async liveToken(text: string): Promise<AccessToken> {
    const token = await this.tokens.find(text);
    if (!token) throw invalidToken('Invalid token: access token is invalid');
    const state = this.tokens.stateOf(token);
    if (state !== 'live') throw invalidToken(states[state]);
    return token;
  }

  /** Reasons are shown only to the application whose rules they are. */
  private async checkExplanation(
    { explainTo, applicationId }: UserRequest,
    token: AccessToken,
    address?: string,
  ) {
    if (explainTo === undefined) return;
    if (explainTo === 'nobody') throw noCredentials();
    const client = await this.authentication.bySecret(explainTo, address);
    if (client.id !== (applicationId ?? token.applicationId)) throw invalidClient();
  }
}
