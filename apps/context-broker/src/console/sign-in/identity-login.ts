import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { decodeJwt, type JWTPayload } from 'jose';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import type { MessageKey } from '../../messages/catalogue';
import { PageFault } from '../page-fault';
import { askIssuers, isReturnFrom, type Issuers } from './issuers';
import type { Session } from './sessions';
import type { PendingSignIn } from './pending-sign-in';

/** Of tokens that do not say when they end. */
const DEFAULT_SECONDS = 3_600;
/** Somebody who left it open is asked again after a working day. */
const LONGEST_SECONDS = 28_800;

interface TokenAnswer {
  readonly access_token?: unknown;
  readonly expires_in?: unknown;
  readonly id_token?: unknown;
}

/** Signing in at the identity manager: authorization code with PKCE (RFC 6749, RFC 7636), OpenID Connect where it is on. */
@Injectable()
export class IdentityLogin {
  constructor(@Inject(OPTIONS) private readonly options: BrokerOptions) {}

  /** Where the browser is sent. */
  address({ state, nonce, verifier }: PendingSignIn, returnUri: string): string {
    const { consoleSignInUrl, authzUrl, authzApplicationId } = this.options;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: authzApplicationId!,
      redirect_uri: returnUri,
      scope: 'openid',
      state,
      nonce,
      code_challenge: hash('sha256', verifier, 'base64url'),
      code_challenge_method: 'S256',
    });
    return `${consoleSignInUrl ?? authzUrl}/oauth2/authorize?${query.toString()}`;
  }

  /**
   * Exchanges the code that the browser came back with. A code that another issuer gave goes nowhere.
   *
   * @param issuer  the one that the return names; null when it names none
   * @throws PageFault  403 refused, or from another issuer; 503 no answer
   */
  async session(
    { code, issuer }: { readonly code: string; readonly issuer: string | null },
    { nonce, verifier }: PendingSignIn,
    returnUri: string,
  ): Promise<Session> {
    const issuers = await askIssuers(this.options);
    if (!isReturnFrom(issuers, issuer)) throw new PageFault('Forbidden', 'fault.signInOther');
    const answer = await this.exchange(code, verifier, returnUri);
    const { access_token: token, expires_in: seconds, id_token: idToken } = answer;
    if (typeof token !== 'string' || token === '') throw noToken('fault.noToken.none');
    const claims = typeof idToken === 'string' ? this.claimsOf(idToken, nonce, issuers) : undefined;
    const lifeSeconds = typeof seconds === 'number' && seconds > 0 ? seconds : DEFAULT_SECONDS;
    return {
      token,
      name: nameOf(claims),
      endsAtMs: Date.now() + Math.min(lifeSeconds, LONGEST_SECONDS) * 1000,
    };
  }

  private async exchange(code: string, verifier: string, returnUri: string): Promise<TokenAnswer> {
    const {
      authzUrl,
      authzApplicationId: id = '',
      consoleClientSecret: secret,
      authzTimeoutMs,
    } = this.options;
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: returnUri,
      code_verifier: verifier,
      ...(secret === undefined && { client_id: id }),
    });
    const basic = Buffer.from(`${id}:${secret ?? ''}`).toString('base64');
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(`${authzUrl}/oauth2/token`, {
        method: 'POST',
        headers: {
          Accept: 'application/json',
          ...(secret !== undefined && { Authorization: `Basic ${basic}` }),
        },
        body: form,
        redirect: 'error',
        signal: AbortSignal.timeout(authzTimeoutMs),
      });
      body = await response.json();
    } catch (cause) {
      throw noToken('fault.noToken.silent', {}, cause);
    }
    if (response.status >= 500) throw noToken('fault.noToken.status', { status: String(response.status) });
    if (!response.ok || typeof body !== 'object' || body === null)
      throw new PageFault('Forbidden', 'fault.signInRefused');
    return body;
  }

  /** It comes from the identity manager itself, so that its signature says no more (OpenID Connect Core, section 3.1.3.7). */
  private claimsOf(idToken: string, nonce: string, issuers: Issuers | undefined): JWTPayload {
    let claims: JWTPayload;
    try {
      claims = decodeJwt(idToken);
    } catch (cause) {
      throw noToken('fault.noToken.unreadable', {}, cause);
    }
    const audience = [claims.aud].flat();
    const isTheirs =
      issuers === undefined || (typeof claims.iss === 'string' && issuers.names.has(claims.iss));
    if (!isTheirs || claims['nonce'] !== nonce || !audience.includes(this.options.authzApplicationId))
      throw new PageFault('Forbidden', 'fault.signInOther');
    return claims;
  }
}

function nameOf(claims: JWTPayload | undefined): string {
  const names = [claims?.['displayName'], claims?.['username'], claims?.['email']];
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? '';
}

const noToken = (why: MessageKey, parameters: PageFault['parameters'] = {}, cause?: unknown): PageFault =>
  new PageFault('ServiceUnavailable', why, parameters, { cause });
