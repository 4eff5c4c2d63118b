import { Injectable } from '@nestjs/common';
import { OpenIdGrants } from '../../../../subjects/openid/openid-grants.service';
import { IdTokens } from '../../../../subjects/tokens/id-tokens';
import { UserFactsService } from '../../../../subjects/decisions/user-facts.service';
import { RefreshTokensService } from '../../../../subjects/tokens/refresh-tokens.service';
import type { RefreshToken } from '../../../../subjects/tokens/tokens.repository';
import { narrowedWords } from '../../../../subjects/tokens/scope';
import { grantScope, TokenIssuer } from '../../../../subjects/tokens/token-issuer';
import type { TokenOwner } from '../../../../subjects/tokens/token-owner';
import { invalidGrant } from '../../oauth-errors';
import { narrowedResources } from '../../../../subjects/applications/resources.service';
import { parseScope, required, RESOURCE } from '../../wire';
import type { GrantHandler, GrantResult, TokenRequest } from '../grant-handler';

const ownerOf = (token: RefreshToken): TokenOwner => {
  if (token.userId !== null) return { type: 'user', id: token.userId };
  return token.iotAgentId !== null ? { type: 'iot', id: token.iotAgentId } : { type: 'client' };
};

/**
 * RFC 6749 section 6 with rotation (RFC 9700 section 4.14): every use gives a new refresh token; a second use of the
 * same one means that it was stolen from somebody, so everything of that grant ends.
 */
@Injectable()
export class RefreshTokenGrant implements GrantHandler {
  readonly grantTypes = ['refresh_token'] as const;

  constructor(
    private readonly refreshTokens: RefreshTokensService,
    private readonly users: UserFactsService,
    private readonly issuer: TokenIssuer,
    private readonly idTokens: IdTokens,
    private readonly grants: OpenIdGrants,
  ) {}

  async grant({ client, isProven, form, issuer, address }: TokenRequest): Promise<GrantResult> {
    const token = await this.refreshTokens.find(required(form, 'refresh_token'));
    if (!token || token.applicationId !== client.id) throw invalidGrant('refresh token is invalid');
    if (token.usedAt !== null && token.revokedAt === null)
      await this.refreshTokens.reactToReuse(token, address);
    if (token.revokedAt !== null || token.usedAt !== null)
      throw invalidGrant('refresh token is no longer valid');
    if (this.refreshTokens.hasExpired(token)) throw invalidGrant('refresh token has expired');
    const owner = ownerOf(token);
    if (owner.type === 'user' && !(await this.users.find(owner.id, client.id))?.enabled)
      throw invalidGrant('refresh token is no longer valid');

    const granted = token.scope === null ? [] : token.scope.split(' ');
    const asked = parseScope(form.get('scope'));
    const narrowed = grantScope(narrowedWords(granted, asked, isProven), client);
    // Without scope the kind stays what it was, even if the application's default has changed since.
    const keepsKind = asked.length === 0 && (token.kind === 'bearer' || client.jwtKey !== undefined);
    const scope = keepsKind ? { ...narrowed, kind: token.kind } : narrowed;
    const kept = await this.grants.find(token.familyId);
    const tokens = await this.issuer.issue({
      client,
      owner,
      scope,
      grantType: 'refresh_token',
      familyId: token.familyId,
      kept,
      issuer,
      resources: narrowedResources(kept?.resources ?? [], form.get(RESOURCE)),
      withRefreshToken: true,
      grantedWords: [
        ...new Set([...granted.filter((word) => !['jwt', 'bearer'].includes(word)), ...scope.words]),
      ],
      authTime: token.authTime,
      nonce: token.nonce,
      claim: this.refreshTokens.claim(token),
    });
    if (!tokens) {
      await this.refreshTokens.reactToReuse(token, address);
      throw invalidGrant('refresh token is no longer valid');
    }
    const idToken =
      scope.openid && owner.type === 'user'
        ? await this.idTokens.issue({
            client,
            userId: owner.id,
            issuer: issuer(),
            authTime: token.authTime,
            words: scope.words,
            grant: kept,
            accessToken: tokens.accessToken,
          })
        : undefined;
    return { ...tokens, idToken, ownerId: owner.type === 'client' ? undefined : owner.id };
  }
}
