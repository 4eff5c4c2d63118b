import { createSecretKey } from 'node:crypto';
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type ProtectedHeaderParameters,
} from 'jose';
import { ForeignIssuers, ForeignTokenRefused } from './foreign-issuers';
import type { AuthzSettings } from './settings';

/** What a look at a token tells without asking anybody. */
export type JwtReading =
  /** No JWT, or one of an application or algorithm whose keys are not known here: the identity manager knows. */
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'verified'; readonly jwt: VerifiedJwt }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

export interface VerifiedJwt {
  readonly userId: string;
  readonly applicationId: string;
  /** Milliseconds since the epoch, tolerance not added; undefined: it never expires. */
  readonly expiresAtMs: number | undefined;
  /** It says of itself that it is no id token, so that it may stand alone. */
  readonly isAccessToken: boolean;
}

const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const ALGORITHMS: ReadonlySet<unknown> = new Set(['HS256', 'RS256', 'ES256', 'EdDSA']);
/** Claims that id tokens have (OpenID Connect Core, section 2). */
const ID_TOKEN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 'auth_time'] as const;
/** A key that was taken back is believed no longer than this. */
const JWKS_MAX_AGE_MS = 300_000;
/** Unknown key ids make the set be fetched again, but not more often. */
const JWKS_COOLDOWN_MS = 5_000;

const UNCHECKED: JwtReading = { kind: 'unchecked' };
const refused = (reason: string): JwtReading => ({ kind: 'refused', reason });

/**
 * Checks signature, algorithm, application and times of JWTs with the keys of one application. The algorithm must be one
 * of those a key is configured for: a token never chooses its own check.
 */
export class JwtVerifier {
  private readonly secrets: readonly Parameters<typeof jwtVerify>[1][];
  private readonly jwks: JWTVerifyGetKey | undefined;
  private readonly foreign: ForeignIssuers;

  constructor(
    private readonly settings: Pick<
      AuthzSettings,
      'applicationId' | 'jwt' | 'audience' | 'issuers' | 'clockSkewSeconds' | 'timeoutMs'
    >,
    private readonly nowMs: () => number = Date.now,
  ) {
    this.foreign = new ForeignIssuers(settings, nowMs);
    this.secrets = settings.jwt.secrets.map((secret) => createSecretKey(Buffer.from(secret, 'utf8')));
    this.jwks =
      settings.jwt.jwksUrl === undefined
        ? undefined
        : createRemoteJWKSet(new URL(settings.jwt.jwksUrl), {
            timeoutDuration: settings.timeoutMs,
            cooldownDuration: JWKS_COOLDOWN_MS,
            cacheMaxAge: JWKS_MAX_AGE_MS,
          });
  }

  async read(token: string): Promise<JwtReading> {
    const decoded = decode(token);
    if (!decoded) return UNCHECKED;
    const { header, claims } = decoded;
    if (this.foreign.has(claims.iss)) return this.readForeign(token, claims.iss);
    const { alg } = header;
    if (!ALGORITHMS.has(alg)) return refused('the algorithm of the token is not accepted');
    const keys = alg === 'HS256' ? this.secrets : this.jwks ? [this.jwks] : [];
    if (keys.length === 0 || !this.isOurs(claims)) return UNCHECKED;
    return this.verify(token, header, keys);
  }

  private isOurs({ app_id: applicationId, aud }: JWTPayload): boolean {
    const named = typeof applicationId === 'string' ? [applicationId] : [aud].flat();
    const { applicationId: own, audience } = this.settings;
    return named.includes(own) || (audience !== undefined && named.includes(audience));
  }

  private async readForeign(token: string, issuer: string): Promise<JwtReading> {
    try {
      const { sub = '', exp = 0, azp, client_id: clientId } = await this.foreign.verify(token, issuer);
      const applicationId = [clientId, azp].find((name) => typeof name === 'string') ?? '';
      return {
        kind: 'verified',
        jwt: {
          userId: sub,
          applicationId: String(applicationId),
          expiresAtMs: exp * 1000,
          isAccessToken: true,
        },
      };
    } catch (error) {
      return error instanceof ForeignTokenRefused ? refused(error.message) : readingOf(error);
    }
  }

  private async verify(
    token: string,
    { alg, typ }: ProtectedHeaderParameters,
    keys: readonly (Parameters<typeof jwtVerify>[1] | JWTVerifyGetKey)[],
  ): Promise<JwtReading> {
    let reading = refused('the signature of the token is wrong');
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(token, key as JWTVerifyGetKey, {
          algorithms: [alg!],
          clockTolerance: this.settings.clockSkewSeconds,
          currentDate: new Date(this.nowMs()),
        });
        return this.accept(payload, typ);
      } catch (error) {
        reading = readingOf(error);
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) return reading;
      }
    }
    return reading;
  }

  private accept(claims: JWTPayload, typ: string | undefined): JwtReading {
    const { iat, exp, sub } = claims;
    if (iat !== undefined && iat * 1000 > this.nowMs() + this.settings.clockSkewSeconds * 1000)
      return refused('the token was issued in the future');
    const isTyped = typ !== undefined && /^(?:application\/)?at\+jwt$/i.test(typ);
    const isPlain = typ === undefined || /^JWT$/i.test(typ);
    const { id, client_id: clientId } = claims;
    // An application that acts for itself is its own subject (RFC 9068 section 2.2), and no user.
    const subject = isTyped && sub === clientId ? '' : (sub ?? '');
    return {
      kind: 'verified',
      jwt: {
        userId: typeof id === 'string' ? id : subject,
        applicationId: isTyped && typeof clientId === 'string' ? clientId : this.settings.applicationId,
        expiresAtMs: exp === undefined ? undefined : exp * 1000,
        isAccessToken: isTyped || (isPlain && ID_TOKEN_CLAIMS.every((name) => claims[name] === undefined)),
      },
    };
  }
}

function decode(
  token: string,
): { readonly header: ProtectedHeaderParameters; readonly claims: JWTPayload } | undefined {
  if (!SHAPE.test(token)) return undefined;
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  } catch {
    return undefined;
  }
}

/** Errors of `jose` that are the token's fault refuse it; others mean that keys could not be had. */
function readingOf(error: unknown): JwtReading {
  if (error instanceof errors.JWTExpired) return refused('the token has expired');
  if (error instanceof errors.JWTClaimValidationFailed) return refused('the token is not valid now');
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return refused('the key of the token is unknown');
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return refused('the signature of the token is wrong');
  if (
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSENotSupported
  )
    return refused('the token is malformed');
  return {
    kind: 'unavailable',
    reason: `the keys of the identity manager cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  };
}
