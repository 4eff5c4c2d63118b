import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { NgsiError } from '@smart-city/ngsi';
import { readToken } from '@smart-city/authz';
import type { NgsiRequest } from '../http/ngsi-request';
import { Refusal } from '../http/refusal';

export interface OperatorGateOptions {
  /** `-adminFrom` */
  readonly from: 'any' | 'loopback';
  /** `-adminToken` */
  readonly token: string | undefined;
}

/** Log levels, counters and metrics: for whoever runs the broker, not for its users. Letter case does not count there. */
const OPERATIONS: ReadonlySet<string> = new Set(['admin', 'log', 'statistics', 'cache', 'metrics']);

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Keeps strangers from what only operators need; undefined when everybody may use it, as with Orion.
 *
 * @returns throws a refusal: 403 from elsewhere, 401 without the token. The connection counts, no header: behind a proxy on
 *   the same machine everybody is near
 */
export function operatorGate({
  from,
  token,
}: OperatorGateOptions): ((request: NgsiRequest) => void) | undefined {
  if (from === 'any' && token === undefined) return undefined;
  const wanted = token === undefined ? undefined : digest(token);
  return (request) => {
    if (request.method === 'OPTIONS' || !OPERATIONS.has(request.components[0]?.toLowerCase() ?? '')) return;
    const { clientAddress } = request;
    if (from === 'loopback' && !loopback.check(clientAddress, isIPv6(clientAddress) ? 'ipv6' : 'ipv4'))
      throw new NgsiError('Forbidden', 'this is served to the machine of the broker only');
    if (wanted === undefined) return;
    const reading = readToken(request.rawHeaders);
    if (reading.kind !== 'token' || !timingSafeEqual(digest(reading.token), wanted))
      throw new Refusal('Unauthorized', 'the token of the operator is wanted', [
        'WWW-Authenticate',
        'Bearer realm="context-broker"',
      ]);
  };
}
