import { NgsiError } from '@smart-city/context';
import { readToken } from '@smart-city/authz';
import { operatorRefusal, type OperatorAccess } from '@smart-city/service';
import type { NgsiRequest } from '../../http/ngsi-request';
import { Refusal } from '../../http/answer-fault';

type Asked = Pick<NgsiRequest, 'method' | 'components' | 'clientAddress' | 'rawHeaders'>;

/** Log levels, counters and metrics: for whoever runs the broker, not for its users. Letter case does not count there. */
const OPERATIONS: ReadonlySet<string> = new Set(['admin', 'log', 'statistics', 'cache', 'metrics']);

/** Below `/v2`: what shows requests of the broker itself and what was answered to them, or has it make some. */
const INSPECTIONS: ReadonlySet<string> = new Set(['attempts', 'test', 'deadLetters']);

const isInspection = ([first, second, , below = '']: readonly string[]): boolean =>
  first === 'v2' && (second === 'deadLetters' || (second === 'subscriptions' && INSPECTIONS.has(below)));

/** `/v1/admin/…` are old names of some of them. */
const isOperation = (components: readonly string[]): boolean => {
  const [first = '', second = ''] = components;
  const root = first.toLowerCase();
  return (
    OPERATIONS.has(root) || (root === 'v1' && second.toLowerCase() === 'admin') || isInspection(components)
  );
};

/**
 * Keeps strangers from what only operators need (`-adminFrom`, `-adminToken`); undefined when everybody may use it, as with
 * Orion.
 *
 * @returns throws a refusal: 403 from elsewhere, 401 without the token
 */
export function operatorGate(access: OperatorAccess): ((request: Asked) => void) | undefined {
  if (access.from === 'any' && access.token === undefined) return undefined;
  return (request) => {
    if (request.method === 'OPTIONS' || !isOperation(request.components)) return;
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
