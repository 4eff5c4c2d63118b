import { hostAndPort } from '@smart-city/ngsiv2';
import type { Endpoint } from '../../../../receivers/endpoints';
import type { Header } from '../../outgoing';
import { standardHeaders, type OutgoingHttp } from '../http/http-notification';
import type { OutgoingEndpoint } from './endpoint-channel';

/** A notification as it goes to an endpoint: what the operator keeps takes the place of headers of the same name. */
export function requestTo(
  endpoint: Endpoint,
  { endpoint: _name, contentType, headers, ...outgoing }: OutgoingEndpoint,
  token: string | undefined,
): OutgoingHttp {
  const { protocol, host, port, path } = endpoint;
  const { service, servicePath, correlator, attrsFormat, body } = outgoing;
  const standard = standardHeaders({
    host: hostAndPort(endpoint),
    byteLength: Buffer.byteLength(body),
    service,
    servicePath,
    // That of the update is for receivers that subscribers name.
    authToken: undefined,
    contentType,
    correlator,
    attrsFormat,
  });
  const kept: readonly Header[] = [
    ...endpoint.headers,
    ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]),
  ];
  const replaced = new Set(kept.map(([name]) => name.toLowerCase()));
  return {
    ...outgoing,
    kind: 'http',
    method: 'POST',
    ...{ protocol, host, port, path },
    headers: [...[...standard, ...headers].filter(([name]) => !replaced.has(name.toLowerCase())), ...kept],
    timeoutMs: 0,
  };
}
