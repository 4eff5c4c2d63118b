/** A notification URL taken apart. */
export interface TargetUrl {
  readonly protocol: 'http:' | 'https:' | 'mqtt:' | 'kafka:';
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Path with query string, at least `/`. */
  readonly path: string;
}

const URL_PARTS = /^(https?:|mqtt:|kafka:)\/\/(\[[0-9A-Fa-f:.]+\]|[^/?#:@[\]\s]+)(?::(\d{1,5}))?([/?].*)?$/s;

/**
 * Takes a notification URL apart. User information, other schemes, bad hosts and bad ports are refused; the path
 * is taken as it is, whoever sends it escapes it.
 *
 * A URL without port means 80, and 443 for https: for mqtt and kafka too (spec section 8.1).
 *
 * @returns undefined when it is not such a URL
 */
export function parseTargetUrl(text: string): TargetUrl | undefined {
  const found = URL_PARTS.exec(text);
  if (found === null) return undefined;
  const [, protocol, host, portText, rest = '/'] = found;
  const port = portText === undefined ? (protocol === 'https:' ? 443 : 80) : Number(portText);
  if (port < 1 || port > 65_535) return undefined;
  return {
    protocol: protocol as TargetUrl['protocol'],
    host: host!.replace(/^\[|\]$/g, ''),
    port,
    path: rest.startsWith('/') ? rest : `/${rest}`,
  };
}

/** Takes `kafka://h1:9092,h2:9092` apart; undefined when some part of it is wrong. */
export function parseKafkaUrl(text: string): readonly TargetUrl[] | undefined {
  if (!text.startsWith('kafka://')) return undefined;
  const urls = text
    .slice('kafka://'.length)
    .split(',')
    .map((part) => parseTargetUrl(`kafka://${part}`));
  return urls.every((url) => url !== undefined) ? urls : undefined;
}
