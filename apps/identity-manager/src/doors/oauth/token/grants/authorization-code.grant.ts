import { Injectable } from '@nestjs/common';
import type { Client } from '../../../../subjects/applications/client';
import { UserFactsService } from '../../../../subjects/decisions/user-facts.service';
import { OpenIdGrants } from '../../../../subjects/openid/openid-grants.service';
import { IdTokens } from '../../../../subjects/tokens/id-tokens';
import { AuthorizationCodesService } from '../../../../subjects/tokens/authorization-codes.service';
import type { AuthorizationCode } from '../../../../subjects/tokens/authorization-codes.repository';
import { grantableWords, narrowedWords } from '../../../../subjects/tokens/scope';
import { grantScope, TokenIssuer } from '../../../../subjects/tokens/token-issuer';
import { invalidGrant } from '../../oauth-errors';
import { verifierMatches } from '../../pkce';
import { narrowedResources } from '../../../../subjects/applications/resources.service';
import { parseScope, required, RESOURCE } from '../../wire';
import type { GrantHandler, GrantResult, TokenRequest } from '../grant-handler';

const unknownCode = () => invalidGrant('authorization code is invalid');

/**
 * RFC 6749 section 4.1.3: the redirect address must be the one the code was sent to, if it was given then; if it was
 * not, none or a registered one.
 */
function checkRedirectUri(code: AuthorizationCode, client: Client, redirectUri: string | undefined): void {
  if (!code.redirectUriWasSent && (redirectUri === undefined || client.redirectUris.includes(redirectUri)))
    return;
  if (redirectUri !== code.redirectUri) throw invalidGrant('`redirect_uri` is invalid');
}

/** RFC 7636 section 4.6, and RFC 9700 section 4.8.2: a verifier without challenge means a downgrade. */
function checkVerifier(code: AuthorizationCode, verifier: string | undefined): void {
  if (code.codeChallenge === null) {
    if (verifier !== undefined) throw invalidGrant('`code_verifier` was sent for a code without challenge');
    return;
  }
  if (verifier === undefined) throw invalidGrant('`code_verifier` is missing');
  if (!verifierMatches(verifier, code.codeChallenge)) throw invalidGrant('`code_verifier` is invalid');
}

/** RFC 6749 section 4.1.3. A code works once; used again, everything it gave ends. */
@Injectable()
export class AuthorizationCodeGrant implements GrantHandler {
  readonly grantTypes = ['authorization_code', 'hybrid'] as const;

  constructor(
    private readonly codes: AuthorizationCodesService,
    private readonly users: UserFactsService,
    private readonly issuer: TokenIssuer,
    private readonly idTokens: IdTokens,
    private readonly grants: OpenIdGrants,
  ) {}

  async grant({ client, isProven, form, issuer, address }: TokenRequest): Promise<GrantResult> {
    const code = await this.codes.find(required(form, 'code'));
    if (!code || code.applicationId !== client.id) throw unknownCode();
    if (code.usedAt !== null) return this.refuseUsed(code, address);
    if (this.codes.hasExpired(code)) throw invalidGrant('authorization code has expired');
    checkRedirectUri(code, client, form.get('redirect_uri'));
    checkVerifier(code, form.get('code_verifier'));
    if (!(await this.users.find(code.userId, client.id))?.enabled) throw unknownCode();

    const askedScope = code.scope === null ? [] : code.scope.split(' ');
    const words = narrowedWords(grantableWords(askedScope, client), parseScope(form.get('scope')), isProven);
    const scope = grantScope(words, client);
    const kept = await this.grants.find(code.familyId);
    const tokens = await this.issuer.issue({
      client,
      owner: { type: 'user', id: code.userId },
      scope,
      grantType: 'authorization_code',
      familyId: code.familyId,
      kept,
      issuer,
      resources: narrowedResources(kept?.resources ?? [], form.get(RESOURCE)),
      withRefreshToken: true,
      authTime: code.authTime,
      nonce: code.nonce,
      claim: this.codes.claim(code),
    });
    if (!tokens) return this.refuseUsed(code, address);
    const idToken = scope.openid
      ? await this.idTokens.issue({
          client,
          userId: code.userId,
          issuer: issuer(),
          authTime: code.authTime,
          words: scope.words,
          grant: kept,
          nonce: code.nonce,
          accessToken: tokens.accessToken,
        })
      : undefined;
    return { ...tokens, idToken, askedScope, ownerId: code.userId };
  }

  private async refuseUsed(code: AuthorizationCode, address: string | undefined): Promise<never> {
    await this.codes.endReused(code, address);
    throw unknownCode();
  }
}
