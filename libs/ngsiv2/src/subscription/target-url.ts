/** A notification URL taken apart. */
export interface TargetUrl {
  readonly protocol: 'http:' | 'https:' | 'mqtt:' | 'mqtts:' | 'kafka:';
  /** An IPv6 address has no brackets. */
  readonly host: string;
  readonly port: number;
  /** Path with query string, at least `/`. */
  readonly path: string;
}

const URL_PARTS = /^(https?:|mqtts?:|kafka:)\/\/([^/]+)(\/.*)?$/s;

const DEFAULT_PORTS: Readonly<Record<TargetUrl['protocol'], number>> = {
  'http:': 80,
  'https:': 443,
  'mqtt:': 80,
  'mqtts:': 8883,
  'kafka:': 80,
};

/**
 * Takes a notification URL apart: docs/behaviour/context-broker.md#urls. The path is taken as it is, whoever sends it
 * escapes it. A URL without port means 80, and 443 for https: for mqtt and kafka too, as in Orion; 8883 for mqtts, which it does
 * not have.
 *
 * @returns undefined when it is not such a URL
 */
export function parseTargetUrl(text: string): TargetUrl | undefined {
  const found = URL_PARTS.exec(text);
  if (found === null) return undefined;
  const protocol = found[1] as TargetUrl['protocol'];
  const authority = parseAuthority(found[2] as string, DEFAULT_PORTS[protocol]);
  return authority && { protocol, ...authority, path: found[3] ?? '/' };
}

/** Host and port as they stand in a URL, and in a Host header. */
export const hostAndPort = ({ host, port }: Pick<TargetUrl, 'host' | 'port'>): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** What stands before the last colon is the host, so an IPv6 address needs a port after it. */
function parseAuthority(
  text: string,
  defaultPort: number,
): { readonly host: string; readonly port: number } | undefined {
  const colon = text.lastIndexOf(':');
  const host = colon < 0 ? text : text.slice(0, colon);
  // What follows the first digits is not looked at.
  const port = colon < 0 ? defaultPort : Number(/^\d+/.exec(text.slice(colon + 1))?.[0] ?? 0);
  return isHost(host) && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}

const LONGEST_HOST = 253;
const LABEL = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;
const IPV6 = /^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$/;

const isHost = (host: string): boolean =>
  host.length <= LONGEST_HOST && (IPV6.test(host) || host.split('.').every((label) => LABEL.test(label)));

const KAFKA_SCHEME = 'kafka://';

/**
 * Takes a list of Kafka brokers apart: `kafka://h1:9092,h2:9092`, where blanks and empty items do not count and the scheme
 * may be repeated; undefined when some part of it is wrong or no broker is left.
 */
export function parseKafkaUrl(text: string): readonly TargetUrl[] | undefined {
  if (!text.startsWith(KAFKA_SCHEME)) return undefined;
  const items = text
    .split(',')
    .map((item) => item.trim())
    .map((item) => (item.startsWith(KAFKA_SCHEME) ? item.slice(KAFKA_SCHEME.length) : item))
    .filter((item) => item !== '');
  const urls = items.map((item) => parseTargetUrl(`${KAFKA_SCHEME}${item}`));
  return urls.length > 0 && urls.every((url) => url !== undefined) ? urls : undefined;
}

/** The form in which a list of Kafka brokers is stored and shown. */
export const renderKafkaUrl = (brokers: readonly TargetUrl[]): string =>
  KAFKA_SCHEME + brokers.map(({ host, port }) => `${host}:${port}`).join(',');
