import { Injectable } from '@nestjs/common';
import { ClientsService } from '../../../subjects/applications/clients.service';
import { Issuers } from '../../../subjects/tokens/issuers';
import { UserFactsService } from '../../../subjects/decisions/user-facts.service';
import { AccessTokensService } from '../../../subjects/tokens/access-tokens.service';
import type { AccessToken } from '../../../subjects/tokens/tokens.repository';
import { RefreshTokensService } from '../../../subjects/tokens/refresh-tokens.service';

const inactive = { active: false } as const;

const seconds = (ms: number) => Math.floor(ms / 1000);

/** What a token is worth, for an application (RFC 7662). */
@Injectable()
export class IntrospectionService {
  constructor(
    private readonly accessTokens: AccessTokensService,
    private readonly refreshTokens: RefreshTokensService,
    private readonly clients: ClientsService,
    private readonly users: UserFactsService,
    private readonly issuers: Issuers,
  ) {}

  /** `{active: false}` for anything that is not live or not meant for the asking application or those it trusts. */
  async introspect(text: string, askerId: string): Promise<object> {
    const token = await this.accessTokens.find(text);
    if (token) return this.describe(token, askerId);
    return this.introspectRefresh(text, askerId);
  }

  private async describe(token: AccessToken, askerId: string): Promise<object> {
    if (this.accessTokens.stateOf(token) !== 'live') return inactive;
    if (
      token.applicationId !== askerId &&
      !(await this.clients.trustedBy(askerId)).includes(token.applicationId)
    )
      return inactive;
    const user = token.userId === null ? undefined : await this.users.find(token.userId, token.applicationId);
    if (token.userId !== null && !user?.enabled) return inactive;
    return {
      active: true,
      client_id: token.applicationId,
      ...(user?.facts.shared.has('username') && { username: user.facts.username }),
      sub: token.userId ?? token.iotAgentId ?? token.applicationId,
      token_type: token.kind,
      ...(token.expiresAt !== null && { exp: seconds(token.expiresAt) }),
      iat: seconds(token.createdAt),
      ...(token.scope !== null && { scope: token.scope }),
      iss: this.issuers.outsideOfPaths(token.applicationId),
      aud: token.applicationId,
    };
  }

  private async introspectRefresh(text: string, askerId: string): Promise<object> {
    const token = await this.refreshTokens.find(text);
    if (!token || token.applicationId !== askerId) return inactive;
    if (token.usedAt !== null || token.revokedAt !== null || this.refreshTokens.hasExpired(token))
      return inactive;
    if (token.userId !== null && !(await this.users.find(token.userId, askerId))?.enabled) return inactive;
    return {
      active: true,
      client_id: token.applicationId,
      sub: token.userId ?? token.iotAgentId ?? token.applicationId,
      token_type: 'refresh_token',
      exp: seconds(token.expiresAt),
      ...(token.scope !== null && { scope: token.scope }),
      iss: this.issuers.outsideOfPaths(token.applicationId),
    };
  }
}
