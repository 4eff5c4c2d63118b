import type { Options } from '../cli/options';

/** Security headers of every answer. Pages may replace the policy, for the form targets of the clients. */
export function securityHeaders(
  isHttps: boolean,
  { httpsMaxAgeSeconds }: Pick<Options, 'httpsMaxAgeSeconds'>,
): Record<string, string> {
  return {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'X-DNS-Prefetch-Control': 'off',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(isHttps && { 'Strict-Transport-Security': `max-age=${httpsMaxAgeSeconds}; includeSubDomains` }),
  };
}
