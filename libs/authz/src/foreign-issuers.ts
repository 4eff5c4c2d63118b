import { createRemoteJWKSet, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { readJson } from './read-json';
import type { AuthzSettings } from './settings';

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA', 'PS256'];
/** A key that was taken back is believed no longer than this. */
const JWKS_MAX_AGE_MS = 300_000;
/** Unknown key ids make the set be fetched again, but not more often; an issuer that gave no metadata is asked no sooner. */
const COOLDOWN_MS = 5_000;
/** Claims that bind an id token to what it came with (OpenID Connect Core): an access token has none of them. */
const ID_TOKEN_CLAIMS = ['at_hash', 'c_hash', 'nonce'] as const;

/** The token is worth nothing, for a reason that no error of `jose` says. */
export class ForeignTokenRefused extends Error {}

/**
 * Issuers beside the identity manager whose JWTs count, such as Keycloak or Entra ID. Their keys are found by their metadata (OpenID
 * Connect Discovery, RFC 8414), when the first token of theirs comes.
 */
export class ForeignIssuers {
  private readonly names: ReadonlySet<string>;
  private readonly keys = new Map<string, Promise<JWTVerifyGetKey>>();

  constructor(
    private readonly settings: Pick<
      AuthzSettings,
      'applicationId' | 'audience' | 'issuers' | 'clockSkewSeconds' | 'timeoutMs'
    >,
    private readonly nowMs: () => number = Date.now,
  ) {
    this.names = new Set(settings.issuers);
  }

  has(issuer: unknown): issuer is string {
    return typeof issuer === 'string' && this.names.has(issuer);
  }

  /**
   * The claims of an access token of an issuer that is named: its signature, audience and times are right.
   *
   * @throws errors of `jose`, {@link ForeignTokenRefused}, or what kept the keys from being had
   */
  async verify(token: string, issuer: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, await this.keysOf(issuer), {
      algorithms: ALGORITHMS,
      issuer,
      audience: this.settings.audience ?? this.settings.applicationId,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: this.settings.clockSkewSeconds,
      currentDate: new Date(this.nowMs()),
    });
    if (ID_TOKEN_CLAIMS.some((name) => payload[name] !== undefined))
      throw new ForeignTokenRefused('the token is an ID token');
    return payload;
  }

  private keysOf(issuer: string): Promise<JWTVerifyGetKey> {
    const known = this.keys.get(issuer);
    if (known) return known;
    const found = this.discover(issuer);
    this.keys.set(issuer, found);
    // Asked again after a moment, and not by each token.
    found.catch(() => setTimeout(() => this.keys.delete(issuer), COOLDOWN_MS).unref());
    return found;
  }

  private async discover(issuer: string): Promise<JWTVerifyGetKey> {
    const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(this.settings.timeoutMs),
      redirect: 'manual',
      headers: { Accept: 'application/json' },
    });
    const { issuer: name, jwks_uri: address } = (response.ok ? await readJson(response) : undefined) ?? {};
    if (name !== issuer || typeof address !== 'string' || !URL.canParse(address))
      throw new Error(`${issuer} has no metadata that names it and its keys`);
    return createRemoteJWKSet(new URL(address), {
      timeoutDuration: this.settings.timeoutMs,
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: JWKS_MAX_AGE_MS,
    });
  }
}
