import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { CredentialReader, CredentialStrategy } from '../../../access/credentials';
import { AccessTokensService } from '../../../subjects/tokens/access-tokens.service';
import type { AccessToken } from '../../../subjects/tokens/tokens.repository';
import { invalidToken, noToken } from '../oauth-errors';
import { parseUserRequest, type UserRequest } from './user-request';

/** What the guard leaves for the handler. */
interface TokenRequest extends Request {
  asked: UserRequest;
  accessToken: AccessToken;
}

const endings = {
  revoked: 'Invalid token: access token is no longer valid',
  expired: 'Invalid token: access token has expired',
} as const;

/** An access token that lives, from wherever the request had it (RFC 6750 section 2). */
class AccessTokenStrategy extends CredentialStrategy<AccessToken> {
  constructor(private readonly tokens: AccessTokensService) {
    super('access-token');
  }

  protected async verify(request: Request): Promise<AccessToken> {
    const token = await this.tokens.find((request as TokenRequest).asked.token);
    if (!token) throw invalidToken('Invalid token: access token is invalid');
    const state = this.tokens.stateOf(token);
    if (state !== 'live') throw invalidToken(endings[state]);
    return token;
  }
}

/** Lets a request with a live access token pass, and reads what it asks for all that follows. */
@Injectable()
export class AccessTokenGuard implements CanActivate {
  private readonly reader: CredentialReader<AccessToken>;

  constructor(tokens: AccessTokensService) {
    this.reader = new CredentialReader([new AccessTokenStrategy(tokens)]);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<TokenRequest>();
    request.asked = parseUserRequest(request);
    const token = await this.reader.read(request);
    if (!token) throw noToken();
    request.accessToken = token;
    return true;
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
