import { Inject, Injectable } from '@nestjs/common';
import type { ClaimsRequest } from '../../database/entities/openid.row';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { Client } from '../applications/client';
import { AuditLog } from '../audit/audit-log';
import { NO_CLAIMS } from '../openid/claims-parameter';
import { markedFamily, OpenIdGrants, type OpenIdGrant } from '../openid/openid-grants.service';
import { AuthorizationCodesService, type CodeGrant, type KeptGrant } from './authorization-codes.service';
import { IdTokens } from './id-tokens';
import type { GrantedScope } from './grant';
import { TokenIssuer, type IssuedTokens } from './token-issuer';
import { timeOrderedToken } from './tokens.repository';

/** What a user lets a client have (RFC 6749 sections 4.1.1 and 4.2.1, OpenID Connect Core section 3). */
export interface Authorization extends Pick<
  CodeGrant,
  'redirectUri' | 'redirectUriWasSent' | 'nonce' | 'codeChallenge'
> {
  readonly client: Client;
  readonly responseTypes: readonly ('code' | 'id_token' | 'token')[];
  readonly scope: GrantedScope;
  /** The words of the scope as they were asked. */
  readonly askedScope: readonly string[];
  readonly issuer: string;
  readonly claims: ClaimsRequest;
  /** Resources that were granted (RFC 8707). */
  readonly resources: readonly string[];
}

/** User who is signed in, since when (milliseconds), how, and from where. */
export interface AuthorizingUser {
  readonly userId: string;
  readonly authTime: number;
  /** Name of the session; undefined in one of an older release. */
  readonly sid: string | undefined;
  readonly amr: readonly string[];
  readonly address: string | undefined;
}

/** What came of it; of each kind only when it was asked for. */
export interface Authorized {
  readonly code: string | undefined;
  readonly tokens: IssuedTokens | undefined;
  readonly idToken: string | undefined;
}

/** Facts of a grant that are kept; undefined for an application that has chosen nothing and asks for nothing. */
function grantOf(
  { client, issuer, claims, resources }: Authorization,
  { sid, amr }: AuthorizingUser,
): OpenIdGrant | undefined {
  const isOfUse =
    client.openidStyle === 'openid' ||
    client.backchannelLogoutUri !== undefined ||
    client.accessTokenFormat === 'at+jwt' ||
    claims !== NO_CLAIMS ||
    resources.length > 0;
  return isOfUse ? { issuer, sid, amr, claims, resources } : undefined;
}

/** Gives a client what a user let it have at the authorization endpoint. */
@Injectable()
export class Authorizations {
  constructor(
    private readonly codes: AuthorizationCodesService,
    private readonly tokens: TokenIssuer,
    private readonly idTokens: IdTokens,
    private readonly grants: OpenIdGrants,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async grant(asked: Authorization, user: AuthorizingUser): Promise<Authorized> {
    const { responseTypes, client } = asked;
    const grant = grantOf(asked, user);
    const kept = grant && this.keptFor(asked, user, grant);
    const code = responseTypes.includes('code') ? await this.issueCode(asked, user, kept) : undefined;
    const tokens = responseTypes.includes('token')
      ? await this.issueTokens(asked, user, grant, kept && { ...kept, isKept: code !== undefined })
      : undefined;
    if (grant && kept && !code && !tokens)
      await this.grants.keep(
        { familyId: kept.familyId, applicationId: client.id, userId: user.userId },
        grant,
      );
    const idToken = responseTypes.includes('id_token')
      ? await this.idTokens.issue({
          client,
          userId: user.userId,
          issuer: asked.issuer,
          authTime: user.authTime,
          words: asked.scope.words,
          grant,
          nonce: asked.nonce,
          accessToken: tokens?.accessToken,
          code,
        })
      : undefined;
    this.audit.record({
      event: 'authorize',
      outcome: 'success',
      actorId: user.userId,
      applicationId: client.id,
      address: user.address,
      details: { responseType: responseTypes.join(' ') },
    });
    return { code, tokens, idToken };
  }

  /** Notes that a client got nothing. @param error  as the client is told it */
  refuse({ id: applicationId }: Client, error: string, address: string | undefined): void {
    this.audit.record({ event: 'authorize', outcome: 'failure', applicationId, address, details: { error } });
  }

  private keptFor({ client }: Authorization, { userId }: AuthorizingUser, grant: OpenIdGrant): KeptGrant {
    const familyId = markedFamily(timeOrderedToken(this.clock.now()));
    return { familyId, keeping: this.grants.keeping({ familyId, applicationId: client.id, userId }, grant) };
  }

  private issueCode(
    asked: Authorization,
    { userId, authTime }: AuthorizingUser,
    kept: KeptGrant | undefined,
  ): Promise<string> {
    return this.codes.issue({
      applicationId: asked.client.id,
      userId,
      redirectUri: asked.redirectUri,
      redirectUriWasSent: asked.redirectUriWasSent,
      scopeWords: asked.askedScope,
      nonce: asked.nonce,
      codeChallenge: asked.codeChallenge,
      authTime,
      kept,
    });
  }

  private async issueTokens(
    asked: Authorization,
    { userId, authTime }: AuthorizingUser,
    grant: OpenIdGrant | undefined,
    kept: (KeptGrant & { readonly isKept: boolean }) | undefined,
  ): Promise<IssuedTokens> {
    const tokens = await this.tokens.issue({
      client: asked.client,
      owner: { type: 'user', id: userId },
      scope: asked.scope,
      grantType: 'implicit',
      kept: grant,
      issuer: () => asked.issuer,
      resources: asked.resources,
      ...(kept && { familyId: kept.familyId }),
      // A code has kept it already.
      ...(kept && !kept.isKept && { keeping: kept.keeping }),
      withRefreshToken: false,
      authTime,
    });
    if (!tokens) throw new Error('a grant without claim was refused');
    return tokens;
  }
}
