import { hostAndPort, parseTargetUrl, type HttpChannel } from '@smart-city/ngsiv2';
import { USER_AGENT } from '../../../../version';
import type { Header, Outgoing } from '../../outgoing';
import type { Addressing } from '../channel';
import { compileAddress } from '../fill-text';
import { compileCustomRequest, escapeTarget } from './custom-request';

/** `headers` are all, in the order and spelling they go out in. */
export interface OutgoingHttp extends Outgoing {
  readonly kind: 'http';
  readonly method: string;
  readonly protocol: 'http:' | 'https:';
  readonly host: string;
  readonly port: number;
  /** With query string. */
  readonly path: string;
  readonly headers: readonly Header[];
  /** 0: the broker's default. */
  readonly timeoutMs: number;
}

/** Where a notification goes, for queues and metrics. */
export const targetOf = (outgoing: Pick<OutgoingHttp, 'protocol' | 'host' | 'port'>): string =>
  `${outgoing.protocol}//${hostAndPort(outgoing)}`;

/**
 * Makes ready, once for a subscription, how its notifications become requests: an address without macros is taken apart here,
 * and what only custom subscriptions have is asked of those only.
 */
export function compileRequest(channel: HttpChannel, isCustom: boolean): Addressing<OutgoingHttp> {
  const { timeoutMs } = channel;
  const method = (isCustom ? channel.method : undefined) ?? 'POST';
  const address = compileAddress(channel.url, isCustom, parseHttpAddress);
  const custom = isCustom ? compileCustomRequest(channel) : undefined;
  return (composition) => {
    const { written, byteLength, contentType, request } = composition;
    const { protocol, host, port, authority, path } = address.constant ?? address.fill(composition);
    const standard = standardHeaders({
      host: authority,
      byteLength,
      service: written.service,
      servicePath: written.servicePath,
      authToken: request.tokenFor(host, port),
      contentType,
      correlator: written.correlator,
      attrsFormat: written.attrsFormat,
    });
    const own = composition.headers.length === 0 ? standard : [...standard, ...composition.headers];
    const headers = custom?.headers(own, composition) ?? own;
    return {
      ...written,
      kind: 'http',
      method,
      protocol,
      host,
      port,
      path: custom === undefined ? path : path + custom.query(composition),
      headers: written.id === '' ? headers : [...headers, ['Notification-Id', written.id]],
      timeoutMs,
    };
  };
}

export interface HeaderFacts {
  /** Host and port of the receiver. */
  readonly host: string;
  readonly byteLength: number;
  /** Empty for none. */
  readonly service: string;
  readonly servicePath: string;
  readonly authToken: string | undefined;
  /** Empty when there is no body. */
  readonly contentType: string;
  readonly correlator: string;
  /** Empty for none. */
  readonly attrsFormat: string;
}

const CLIENT: Header = ['User-Agent', USER_AGENT];
const ACCEPT: Header = ['Accept', 'application/json'];

/** The headers of an HTTP notification in the original's order and spelling. */
export function standardHeaders(facts: HeaderFacts): readonly Header[] {
  const { service, authToken, contentType } = facts;
  const headers: Header[] = [CLIENT, ['Host', facts.host]];
  if (service !== '') headers.push(['Fiware-Service', service]);
  headers.push(['Fiware-Servicepath', facts.servicePath || '/']);
  if (authToken) headers.push(['X-Auth-Token', authToken]);
  headers.push(ACCEPT, ['Content-Length', String(facts.byteLength)]);
  if (contentType !== '') headers.push(['Content-Type', contentType]);
  headers.push(['Fiware-Correlator', facts.correlator]);
  if (facts.attrsFormat !== '') headers.push(['Ngsiv2-AttrsFormat', facts.attrsFormat]);
  return headers;
}

/** An HTTP URL taken apart, with its path as it goes out. */
interface HttpAddress extends Pick<OutgoingHttp, 'protocol' | 'host' | 'port' | 'path'> {
  /** Host and port as the Host header has them. */
  readonly authority: string;
}

function parseHttpAddress(url: string): HttpAddress | undefined {
  const target = parseTargetUrl(url);
  if (target === undefined || (target.protocol !== 'http:' && target.protocol !== 'https:')) return undefined;
  const { protocol, host, port } = target;
  return { protocol, host, port, authority: hostAndPort(target), path: escapeTarget(target.path) };
}
