import { NgsiError } from '@smart-city/context';
import { readToken } from '@smart-city/authz';
import { isLoopback, operatorRefusal, type OperatorAccess } from '@smart-city/service';
import type { NgsiRequest } from '../../http/ngsi-request';
import { Refusal } from '../../http/answer-fault';
import { isKnownHost } from './known-host';

type Asked = Pick<NgsiRequest, 'method' | 'isForOperators' | 'clientAddress' | 'rawHeaders' | 'header'>;

export interface OperatorGate extends OperatorAccess {
  /** Names of this broker beside localhost and the machine's own; undefined: any name will do, since something else asks who it is. */
  readonly hosts: ReadonlySet<string> | undefined;
}

/**
 * Keeps strangers from what only operators need (`-adminFrom`, `-adminToken`). Where no token is wanted, a browser of this machine is one too
 * when it asks for another host (`-adminHosts`): its page comes from there.
 *
 * @returns throws a refusal: 403 from elsewhere or for another host, 401 without the token
 */
export function operatorGate(access: OperatorGate): ((request: Asked) => void) | undefined {
  const { hosts } = access;
  if (access.from === 'any' && access.token === undefined && hosts === undefined) return undefined;
  return (request) => {
    if (request.method === 'OPTIONS' || !request.isForOperators) return;
    if (access.token === undefined && hosts !== undefined) checkHost(request, hosts);
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

/** @throws Forbidden */
function checkHost(request: Asked, hosts: ReadonlySet<string>): void {
  if (!isLoopback(request.clientAddress) || isKnownHost(request.header('host'), hosts)) return;
  throw new NgsiError('Forbidden', 'the broker is not known by this name: add it to -adminHosts');
}
