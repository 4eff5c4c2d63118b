import { isRunningAddress } from '../../../service/running-address';
import type { Client } from '../../../subjects/applications/client';

const isLoopback = (url: URL) => url.protocol === 'http:' && /^(127\.0\.0\.1|\[::1\])$/.test(url.hostname);

function sameButPort(left: string, right: string): boolean {
  if (!URL.canParse(left) || !URL.canParse(right)) return false;
  const [a, b] = [new URL(left), new URL(right)];
  if (!isLoopback(a) || !isLoopback(b)) return false;
  a.port = b.port = '';
  return a.href === b.href;
}

/**
 * Whether an address is one that the application registered. Exact comparison (RFC 9700 section 2.1); only for
 * public clients the port of a loopback address may vary (RFC 8252 section 7.3).
 */
export function isRegistered(redirectUri: string, client: Client): boolean {
  if (isRunningAddress(redirectUri)) return false;
  if (client.redirectUris.includes(redirectUri)) return true;
  return client.isPublic && client.redirectUris.some((registered) => sameButPort(registered, redirectUri));
}

/** Half a character (a lone surrogate) is none in UTF-8: it becomes U+FFFD, where `encodeURIComponent` alone would throw. */
const encoded = (value: string): string => encodeURIComponent(Buffer.from(value).toString());

/**
 * Adds parameters to an address, in its query or as its fragment. An address that has a fragment, which the management API
 * takes and this endpoint should not have (RFC 6749 section 3.1.2), keeps it behind its query, as in Keyrock.
 */
export function withParameters(
  uri: string,
  mode: 'query' | 'fragment',
  parameters: readonly (readonly [name: string, value: string])[],
): string {
  const pairs = parameters.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
  const mark = uri.indexOf('#');
  const [page, fragment] = mark < 0 ? [uri, ''] : [uri.slice(0, mark), uri.slice(mark)];
  if (mode === 'fragment') return `${page}#${pairs}`;
  return `${page}${page.includes('?') ? '&' : '?'}${pairs}${fragment}`;
}

/** Origin (or scheme) that the browser is sent to after a form; Chrome applies form-action to it too. */
export function formTargetOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}
