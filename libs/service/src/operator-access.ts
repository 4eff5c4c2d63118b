import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';

/** Who may use what only operators need. */
export interface OperatorAccess {
  readonly from: 'any' | 'loopback';
  /** Undefined: none is wanted. */
  readonly token: string | undefined;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether an address of a connection is that of this machine to itself. */
export function isLoopback(remoteAddress: string): boolean {
  const address = remoteAddress.replace(/^::ffff:/i, '');
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Whether a request may use what only operators need. The address is that of the connection, no header's: behind a proxy on
 * the same machine everybody is near.
 *
 * @returns the status of the refusal, 403 from elsewhere and 401 without the token; undefined when it may
 */
export function operatorRefusal(
  { from, token }: OperatorAccess,
  remoteAddress: string,
  sentToken: string | undefined,
): 401 | 403 | undefined {
  if (from === 'loopback' && !isLoopback(remoteAddress)) return 403;
  if (token === undefined) return undefined;
  return sentToken !== undefined && timingSafeEqual(digest(sentToken), digest(token)) ? undefined : 401;
}
