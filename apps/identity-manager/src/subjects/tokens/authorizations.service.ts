import { Injectable } from '@nestjs/common';
import type { Client } from '../applications/client';
import { AuditLog } from '../audit/audit-log';
import { AuthorizationCodesService, type CodeGrant } from './authorization-codes.service';
import { IdTokens } from './id-tokens';
import type { GrantedScope } from './grant';
import { TokenIssuer, type IssuedTokens } from './token-issuer';

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
}

/** Who is signed in, since when (milliseconds), and from where. */
export interface AuthorizingUser {
  readonly userId: string;
  readonly authTime: number;
  readonly address: string | undefined;
}

/** What came of it; of each kind only when it was asked for. */
export interface Authorized {
  readonly code: string | undefined;
  readonly tokens: IssuedTokens | undefined;
  readonly idToken: string | undefined;
}

/** Gives a client what a user let it have at the authorization endpoint. */
@Injectable()
export class Authorizations {
  constructor(
    private readonly codes: AuthorizationCodesService,
    private readonly tokens: TokenIssuer,
    private readonly idTokens: IdTokens,
    private readonly audit: AuditLog,
  ) {}

  async grant(asked: Authorization, user: AuthorizingUser): Promise<Authorized> {
    const { responseTypes, client } = asked;
    const code = responseTypes.includes('code') ? await this.issueCode(asked, user) : undefined;
    const tokens = responseTypes.includes('token') ? await this.issueTokens(asked, user) : undefined;
    const idToken = responseTypes.includes('id_token')
      ? await this.idTokens.issue({
          client,
          userId: user.userId,
          issuer: asked.issuer,
          authTime: user.authTime,
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

  private issueCode(asked: Authorization, { userId, authTime }: AuthorizingUser): Promise<string> {
    return this.codes.issue({
      applicationId: asked.client.id,
      userId,
      redirectUri: asked.redirectUri,
      redirectUriWasSent: asked.redirectUriWasSent,
      scopeWords: asked.askedScope,
      nonce: asked.nonce,
      codeChallenge: asked.codeChallenge,
      authTime,
    });
  }

  private async issueTokens(
    asked: Authorization,
    { userId, authTime }: AuthorizingUser,
  ): Promise<IssuedTokens> {
    const tokens = await this.tokens.issue({
      client: asked.client,
      owner: { type: 'user', id: userId },
      scope: asked.scope,
      grantType: 'implicit',
      withRefreshToken: false,
      authTime,
    });
    if (!tokens) throw new Error('a grant without claim was refused');
    return tokens;
  }
}
