import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Whether a request from this machine names this machine: by an address, as localhost, by the machine's name, or by one of the operator's names.
 * A page that a browser was lured to names a host of its own, which its owner lets resolve to 127.0.0.1 (DNS rebinding): such a name is
 * none of these.
 *
 * @param host   the field `Host`; undefined where there is none, as no browser sends it
 * @param names  further names, in lower case
 */
export function isKnownHost(host: string | undefined, names: ReadonlySet<string>): boolean {
  if (host === undefined) return true;
  const name = host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');
  return (
    isIP(name) !== 0 ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === hostname().toLowerCase() ||
    names.has(name)
  );
}
