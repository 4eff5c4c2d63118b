import { Injectable } from '@nestjs/common';
import { ClientsService } from '../../../subjects/applications/clients.service';
import type { Client } from '../../../subjects/applications/client';
import { isFor } from '../../../subjects/tokens/at-jwts';
import { Issuers } from '../../../subjects/tokens/issuers';
import { UserFactsService } from '../../../subjects/decisions/user-facts.service';
import { AccessTokensService } from '../../../subjects/tokens/access-tokens.service';
import type { AccessToken } from '../../../subjects/tokens/tokens.repository';
import { RefreshTokensService } from '../../../subjects/tokens/refresh-tokens.service';

const inactive = { active: false } as const;

/** Whom a token is for, as RFC 7519 writes it. */
function audienceIn({ audience, applicationId }: AccessToken): string | readonly string[] {
  const [only = applicationId, ...others] = audience?.split(' ') ?? [];
  return others.length === 0 ? only : [only, ...others];
}

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
  async introspect(text: string, asker: Client): Promise<object> {
    const token = await this.accessTokens.find(text);
    if (token) return this.describe(token, asker);
    return this.introspectRefresh(text, asker.id);
  }

  /** An audience that names others is another's token, whatever trust there is. */
  private async isMeantFor({ audience, applicationId }: AccessToken, asker: Client): Promise<boolean> {
    if (audience !== null) return isFor(audience, asker);
    return applicationId === asker.id || (await this.clients.trustedBy(asker.id)).includes(applicationId);
  }

  private async describe(token: AccessToken, asker: Client): Promise<object> {
    if (this.accessTokens.stateOf(token) !== 'live') return inactive;
    if (!(await this.isMeantFor(token, asker))) return inactive;
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
      aud: audienceIn(token),
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
