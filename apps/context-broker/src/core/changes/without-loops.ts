import { correlatorRoot } from '@smart-city/logging';
import type { EntityChange } from '@smart-city/context';
import type { RequestContext } from '../../context/request-context';
import type { BrokerLog } from '../../logs/broker-log';

/** The changes of a custom notification without those of entities that its own transaction wrote last: these trigger nothing. */
export function withoutLoops(
  changes: readonly EntityChange[],
  request: RequestContext,
  log: BrokerLog,
): readonly EntityChange[] {
  const root = correlatorRoot(request.correlator);
  return changes.filter(({ previousCorrelator, after, before }) => {
    if (previousCorrelator !== root) return true;
    const { id, type } = (after ?? before)!;
    log.warn(
      `Notification loop detected for entity id <${id}> type <${type}>, skipping subscription triggering`,
      request.log,
    );
    return false;
  });
}
