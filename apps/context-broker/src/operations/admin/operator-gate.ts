import { NgsiError } from '@smart-city/context';
import { readToken } from '@smart-city/authz';
import { operatorRefusal, type OperatorAccess } from '@smart-city/service';
import type { NgsiRequest } from '../../http/ngsi-request';
import { Refusal } from '../../http/answer-fault';

type Asked = Pick<NgsiRequest, 'method' | 'isForOperators' | 'clientAddress' | 'rawHeaders'>;

/**
 * Keeps strangers from what only operators need (`-adminFrom`, `-adminToken`); undefined when everybody may use it, as with
 * Orion.
 *
 * @returns throws a refusal: 403 from elsewhere, 401 without the token
 */
export function operatorGate(access: OperatorAccess): ((request: Asked) => void) | undefined {
  if (access.from === 'any' && access.token === undefined) return undefined;
  return (request) => {
    if (request.method === 'OPTIONS' || !request.isForOperators) return;
    const reading = readToken(request.rawHeaders);
    const sent = reading.kind === 'token' ? reading.token : undefined;
    const refusal = operatorRefusal(access, request.clientAddress, sent);
    if (refusal === 403) throw new NgsiError('Forbidden', 'this is served to the machine of the broker only');
    if (refusal === 401)
      throw new Refusal('Unauthorized', 'the token of the operator is wanted', [
        'WWW-Authenticate',
        'Bearer realm="context-broker"',
      ]);
  };
}
