/** One question: may the bearer of this token do this? */
export interface AccessQuestion {
  /** As {@link readToken} found it. */
  readonly token: string;
  /** HTTP verb, upper case. */
  readonly action: string;
  /** Decoded path without query string: what will be executed, not what was written. */
  readonly resource: string;
  /** Tenant that will be used; empty or absent: none. */
  readonly service?: string | undefined;
  /** Service paths that will be touched, `/a/#` for a subtree; absent: not asked about. */
  readonly servicePaths?: readonly string[] | undefined;
  /** Headers for the identity manager that carry the trace on. */
  readonly traceHeaders?: Readonly<Record<string, string>> | undefined;
}

/** Who asks, as far as the identity manager says so. */
export interface Caller {
  /** User or device; empty for an application that acts for itself. */
  readonly id: string;
  readonly applicationId: string;
}

/**
 * The answer to an {@link AccessQuestion}. Whatever is not `permit` must not be executed.
 * - `restricted`: only as far as `grants` go, as the identity manager tells them. For those who enforce them; denied by others
 * - `deny`: the bearer is known and may not: 403
 * - `unauthenticated`: no token, or one that is worth nothing: 401
 * - `malformed`: the request names two tokens: 400
 * - `unavailable`: the identity manager gave no answer: 503, never open
 */
export type Verdict =
  | { readonly kind: 'permit'; readonly caller: Caller }
  | { readonly kind: 'restricted'; readonly caller: Caller; readonly grants: readonly unknown[] }
  | { readonly kind: 'deny'; readonly caller: Caller }
  | { readonly kind: 'unauthenticated'; readonly reason: string; readonly isTokenMissing?: boolean }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

const quoted = (text: string) => `"${text.replace(/[^\x20-\x7e]|["\\]/g, ' ')}"`;

/**
 * The `WWW-Authenticate` header of a refusal (RFC 6750, section 3).
 *
 * @param metadata  address of the metadata of the resource (RFC 9728 section 5.1)
 * @returns undefined for verdicts that need none
 */
export function challengeOf(verdict: Verdict, realm: string, metadata?: string): string | undefined {
  const led = metadata === undefined ? '' : `, resource_metadata=${quoted(metadata)}`;
  const challenge = `Bearer realm=${quoted(realm)}${led}`;
  switch (verdict.kind) {
    case 'unauthenticated':
      return verdict.isTokenMissing
        ? challenge
        : `${challenge}, error="invalid_token", error_description=${quoted(verdict.reason)}`;
    case 'malformed':
      return `${challenge}, error="invalid_request", error_description=${quoted(verdict.reason)}`;
    case 'deny':
    case 'restricted':
      return `${challenge}, error="insufficient_scope"`;
    default:
      return undefined;
  }
}
