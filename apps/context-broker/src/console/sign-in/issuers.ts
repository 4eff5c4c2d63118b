import type { BrokerOptions } from '../../cli/options';

/** The issuers of which a sign-in may come, and whether the address by which a browser comes back names one of them. */
export interface Issuers {
  readonly names: ReadonlySet<string>;
  readonly areNamedInReturn: boolean;
}

/**
 * Asks the identity manager who it is: its address here may be another than the one by which it calls itself. It issues as itself, or
 * for the application.
 *
 * @returns undefined when it does not say, as Keyrock, which names no issuer in the return either
 * @see https://www.rfc-editor.org/rfc/rfc8414
 */
export async function askIssuers({
  authzUrl,
  authzApplicationId = '',
  authzTimeoutMs,
}: Pick<BrokerOptions, 'authzUrl' | 'authzApplicationId' | 'authzTimeoutMs'>): Promise<Issuers | undefined> {
  try {
    const response = await fetch(`${authzUrl}/.well-known/openid-configuration`, {
      headers: { Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(authzTimeoutMs),
    });
    const metadata: unknown = response.ok ? await response.json() : undefined;
    if (typeof metadata !== 'object' || metadata === null) return undefined;
    const { issuer, authorization_response_iss_parameter_supported: isNamed } = metadata as Record<
      string,
      unknown
    >;
    if (typeof issuer !== 'string' || issuer === '') return undefined;
    const ofApplication = `${issuer.replace(/\/$/, '')}/idm/applications/${encodeURIComponent(authzApplicationId)}`;
    return { names: new Set([issuer, ofApplication]), areNamedInReturn: isNamed === true };
  } catch {
    // A page in place of the document. When nobody answers, the exchange of the code says so.
    return undefined;
  }
}

/** Whether the return of a browser is from one of them (RFC 9207, section 2.4). `named` is null when it names none. */
export const isReturnFrom = (issuers: Issuers | undefined, named: string | null): boolean =>
  issuers === undefined || (named === null ? !issuers.areNamedInReturn : issuers.names.has(named));
