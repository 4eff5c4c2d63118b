import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../../context/request-context';

/** Makes the request of nobody, for changes that the broker makes by itself. */
export function ownRequest(tenant: string): RequestContext {
  const correlator = randomUUID();
  let [forwards, notifications] = [0, 0];
  return {
    method: '',
    url: '',
    tenant,
    service: tenant,
    servicePaths: undefined,
    correlator,
    authToken: undefined,
    attrsFormat: undefined,
    options: new Set(),
    preconditions: undefined,
    wantsTag: false,
    extendedQuery: false,
    log: { correlator, transaction: '', from: '', service: tenant, servicePath: '' },
    nextForwardCorrelator: () => `${correlator}; cbfwd=${(forwards += 1)}`,
    nextNotificationCorrelator: () => `${correlator}; cbnotif=${(notifications += 1)}`,
    tokenFor: () => undefined,
  };
}
