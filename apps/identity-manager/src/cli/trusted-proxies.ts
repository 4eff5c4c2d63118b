import { isIP } from 'node:net';
import { OptionError } from '@smart-city/options';

/** What Express calls `trust proxy`: how many proxies stand in front, or which; false when none is believed. */
export type TrustedProxies = number | readonly string[] | false;

/** Networks that Express knows by name. */
const names: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isSubnet(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/**
 * Reads `IDM_TRUST_PROXY`. `true` is one proxy: believing all that `X-Forwarded-For` says would let every client choose its
 * address.
 *
 * @throws OptionError when it is none of a switch, a number of proxies, and a list of addresses and subnets
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const value = text.trim().toLowerCase();
  if (['', 'false', 'off', 'no', '0'].includes(value)) return false;
  if (['true', 'on', 'yes'].includes(value)) return 1;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const parts = value.split(',').map((part) => part.trim());
  if (parts.every((part) => names.has(part) || isSubnet(part))) return parts;
  throw new OptionError([
    'IDM_TRUST_PROXY must be a switch, a number of proxies, or a list of addresses, subnets and the names loopback, linklocal and uniquelocal',
  ]);
}
