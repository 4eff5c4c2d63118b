import type { Request } from 'express';
import { operatorRefusal } from '@smart-city/service';
import type { Options } from '../cli/options';

/**
 * Whether the request may read the metrics.
 *
 * @returns the status of the refusal, 403 from elsewhere and 401 without the token; undefined when it may
 */
export function metricsRefusal(
  {
    socket,
    headers,
  }: Pick<Request, 'headers'> & { readonly socket: Pick<Request['socket'], 'remoteAddress'> },
  access: Options['metrics'],
): 401 | 403 | undefined {
  const sent = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? headers['x-auth-token'];
  return operatorRefusal(access, socket.remoteAddress ?? '', typeof sent === 'string' ? sent : undefined);
}
