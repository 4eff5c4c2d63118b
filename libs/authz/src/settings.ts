/** How the keys of JWTs that are checked here are known; with neither, JWTs are left to the identity manager. */
export interface JwtKeys {
  /** HS256 secrets of the application: the present one, and others while it is being changed. */
  readonly secrets: readonly string[];
  /** Address of a JWK Set with RS256 and ES256 keys. */
  readonly jwksUrl?: string | undefined;
}

/**
 * - `authentication`: every valid token of the application passes; JWTs with an expiry never leave this process
 * - `authorization`: the identity manager decides by the roles of the bearer
 */
export type AuthzLevel = 'authentication' | 'authorization';

/** What a guard is built from. Times in the unit that their name says. */
export interface AuthzSettings {
  /** Without trailing slash. */
  readonly identityManagerUrl: string;
  readonly applicationId: string;
  /** Of the application's PEP proxy: sent along where the identity manager wants to know who asks. */
  readonly credentials?: { readonly id: string; readonly password: string } | undefined;
  readonly level: AuthzLevel;
  readonly jwt: JwtKeys;
  /** The service as a resource (RFC 8707): tokens may name it instead of the application. */
  readonly audience?: string | undefined;
  /** Other issuers whose JWTs count, by their signature alone; for `authentication` only, since no identity manager knows them. */
  readonly issuers?: readonly string[];
  /** Tolerance for `exp`, `nbf` and `iat` of JWTs. */
  readonly clockSkewSeconds: number;
  /** How long an answer is believed: the longest that a revocation or a change of roles goes unnoticed. 0: not at all. */
  readonly cacheSeconds: number;
  /** Answers kept; the oldest go first. */
  readonly cacheSize: number;
  /** For one exchange with the identity manager. */
  readonly timeoutMs: number;
  /** Whether whoever asks enforces permissions on entities: without it they permit nothing. */
  readonly enforcesEntities?: boolean;
}

/** Defaults for all that a deployment need not say. */
export const AUTHZ_DEFAULTS = {
  level: 'authorization',
  jwt: { secrets: [] },
  clockSkewSeconds: 5,
  cacheSeconds: 5,
  cacheSize: 10_000,
  timeoutMs: 3000,
} as const satisfies Partial<AuthzSettings>;
