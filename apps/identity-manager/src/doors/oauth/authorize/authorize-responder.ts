import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../subjects/audit/audit-log';
import { IdTokens } from '../../../subjects/tokens/id-tokens';
import { AuthorizationCodesService } from '../../../subjects/tokens/authorization-codes.service';
import { TokenIssuer, type IssuedTokens } from '../../../subjects/tokens/token-issuer';
import type { Session } from '../../../subjects/sessions/sessions.service';
import { grantedWords } from '../../../subjects/tokens/scope';
import type { OAuthError } from '../oauth-errors';
import type { AddressedRequest, AuthorizeAnswer, AuthorizeRequest } from './authorize-request';

type Pair = readonly [name: string, value: string | number | undefined];

/** Makes what an authorization request asked for. */
@Injectable()
export class AuthorizeResponder {
  constructor(
    private readonly codes: AuthorizationCodesService,
    private readonly tokens: TokenIssuer,
    private readonly idTokens: IdTokens,
    private readonly audit: AuditLog,
  ) {}

  /** Code or tokens. */
  async success(
    request: AuthorizeRequest,
    session: Session,
    address: string | undefined,
  ): Promise<AuthorizeAnswer> {
    const { responseTypes, client } = request;
    const code = responseTypes.includes('code') ? await this.issueCode(request, session) : undefined;
    const token = responseTypes.includes('token') ? await this.issueToken(request, session) : undefined;
    const idToken = responseTypes.includes('id_token')
      ? await this.idTokens.issue({
          client,
          userId: session.user.id,
          issuer: request.issuer,
          authTime: session.row.authTime,
          nonce: request.nonce,
          accessToken: token?.accessToken,
          code,
        })
      : undefined;
    this.audit.record({
      event: 'authorize',
      outcome: 'success',
      actorId: session.user.id,
      applicationId: client.id,
      address,
      details: { responseType: responseTypes.join(' ') },
    });
    return this.answer(request, [
      ['code', code],
      ...(token ? this.tokenPairs(request, token) : []),
      ['id_token', idToken],
    ]);
  }

  failure(request: AddressedRequest, error: OAuthError): AuthorizeAnswer {
    return this.answer({ ...request, mode: request.errorMode }, [
      ['error', error.code],
      ['error_description', error.message],
    ]);
  }

  private answer(to: AddressedRequest, pairs: readonly Pair[]): AuthorizeAnswer {
    const all: readonly Pair[] = [...pairs, ['state', to.state], ['iss', to.issuer]];
    return {
      to,
      parameters: all.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    };
  }

  /** Keyrock's names in the query, RFC 6749's in fragment and form; the scope where it is not what was asked. */
  private tokenPairs(
    { mode, scope, askedScope }: AuthorizeRequest,
    { accessToken, expiresInSeconds }: IssuedTokens,
  ): readonly Pair[] {
    return [
      [mode === 'query' ? 'token' : 'access_token', accessToken],
      ['token_type', 'Bearer'],
      ['expires_in', expiresInSeconds],
      ['scope', scope.words.length < askedScope.length ? grantedWords(scope).join(' ') : undefined],
    ];
  }

  private issueCode(request: AuthorizeRequest, { user, row }: Session): Promise<string> {
    return this.codes.issue({
      applicationId: request.client.id,
      userId: user.id,
      redirectUri: request.redirectUri,
      redirectUriWasSent: request.redirectUriWasSent,
      scopeWords: request.askedScope,
      nonce: request.nonce,
      codeChallenge: request.codeChallenge,
      authTime: row.authTime,
    });
  }

  private async issueToken(request: AuthorizeRequest, { user, row }: Session): Promise<IssuedTokens> {
    const tokens = await this.tokens.issue({
      client: request.client,
      owner: { type: 'user', id: user.id },
      scope: request.scope,
      grantType: 'implicit',
      withRefreshToken: false,
      authTime: row.authTime,
    });
    if (!tokens) throw new Error('a grant without claim was refused');
    return tokens;
  }
}
