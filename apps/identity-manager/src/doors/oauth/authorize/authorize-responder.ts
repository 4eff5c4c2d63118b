import { Injectable } from '@nestjs/common';
import { amrOf } from '../../../subjects/openid/authentication-context';
import { Authorizations } from '../../../subjects/tokens/authorizations.service';
import type { IssuedTokens } from '../../../subjects/tokens/token-issuer';
import type { Session } from '../../../subjects/sessions/sessions.service';
import { grantedWords } from '../../../subjects/tokens/scope';
import type { OAuthError } from '../oauth-errors';
import type { AddressedRequest, AuthorizeAnswer, AuthorizeRequest } from './authorize-request';

type Pair = readonly [name: string, value: string | number | undefined];

/** Makes what an authorization request asked for. */
@Injectable()
export class AuthorizeResponder {
  constructor(private readonly authorizations: Authorizations) {}

  /** Code or tokens. */
  async success(
    request: AuthorizeRequest,
    { user, row }: Session,
    address: string | undefined,
  ): Promise<AuthorizeAnswer> {
    const who = {
      userId: user.id,
      authTime: row.authTime,
      sid: row.sid ?? undefined,
      amr: amrOf(row.amr),
      address,
    };
    const { code, tokens, idToken } = await this.authorizations.grant(request, who);
    return this.answer(request, [
      ['code', code],
      ...(tokens ? this.tokenPairs(request, tokens) : []),
      ['id_token', idToken],
    ]);
  }

  failure(request: AddressedRequest, error: OAuthError, address: string | undefined): AuthorizeAnswer {
    this.authorizations.refuse(request.client, error.code, address);
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
      ['scope', scope.words.length !== askedScope.length ? grantedWords(scope).join(' ') : undefined],
    ];
  }
}
