import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { Request } from 'express';
import type { Options } from '../cli/options';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether the request may read the metrics. The connection counts, no header: behind a proxy on the same machine
 * everybody is near.
 *
 * @returns the status of the refusal, 403 from elsewhere and 401 without the token; undefined when it may
 */
export function metricsRefusal(
  {
    socket,
    headers,
  }: Pick<Request, 'headers'> & { readonly socket: Pick<Request['socket'], 'remoteAddress'> },
  { from, token }: Options['metrics'],
): 401 | 403 | undefined {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  if (from === 'loopback' && !loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return 403;
  if (token === undefined) return undefined;
  const sent = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? headers['x-auth-token'];
  return typeof sent === 'string' && timingSafeEqual(digest(sent), digest(token)) ? undefined : 401;
}
