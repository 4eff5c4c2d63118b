import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AccessTokensService } from '../../../subjects/tokens/access-tokens.service';
import type { AccessToken } from '../../../subjects/tokens/tokens.repository';
import { invalidToken } from '../oauth-errors';
import { parseUserRequest, type UserRequest } from './user-request';

/** What the guard leaves for the handler. */
interface TokenRequest extends Request {
  asked: UserRequest;
  accessToken: AccessToken;
}

/** Answer about a token that counts no more. */
export const ENDINGS = {
  revoked: 'Invalid token: access token is no longer valid',
  expired: 'Invalid token: access token has expired',
} as const;

/**
 * Lets a request with a live access token pass, from wherever it had it (RFC 6750 section 2), and reads what it asks for all that
 * follows. There is one kind of credentials, so no strategies of passport to choose from: this is asked for each request of a
 * policy enforcement point.
 */
@Injectable()
export class AccessTokenGuard implements CanActivate {
  constructor(private readonly tokens: AccessTokensService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<TokenRequest>();
    request.asked = parseUserRequest(request);
    request.accessToken = await this.liveToken(request.asked.token);
    return true;
  }

  private async liveToken(presented: string): Promise<AccessToken> {
    const token = await this.tokens.find(presented);
    if (!token) throw invalidToken('Invalid token: access token is invalid');
    const state = this.tokens.stateOf(token);
    if (state !== 'live') throw invalidToken(ENDINGS[state]);
    return token;
  }
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<TokenRequest>();

/** What the request asks of its token. */
export const Asked = createParamDecorator(
  (_data: unknown, context: ExecutionContext): UserRequest => requestOf(context).asked,
);

/** The live access token that the request came with. */
export const PresentedToken = createParamDecorator(
  (_data: unknown, context: ExecutionContext): AccessToken => requestOf(context).accessToken,
);
