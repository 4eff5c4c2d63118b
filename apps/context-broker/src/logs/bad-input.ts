import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';

/** What the alarm of bad requests looks at. */
export type FaultyRequest = Pick<NgsiRequest, 'fault' | 'faultDetail' | 'hasPayloadFault' | 'operation'>;

const isToldAsItIs = ({ operation }: Pick<FaultyRequest, 'operation'>): boolean =>
  operation?.facts.badInput === 'asItIs';

/** Whether a fault, which is told with 400 to 499, is bad input. What is not found is so only for who sets one attribute, as in the original. */
export const isBadInput = (request: Pick<FaultyRequest, 'operation'>, status: number): boolean =>
  status !== 404 || isToldAsItIs(request);

/**
 * What the alarm of a bad request says was wrong with it, in Orion's words:
 * docs/behaviour/context-broker.md#the-alarm-of-bad-requests.
 */
export function badInputDetail(request: FaultyRequest, answer: Answer): string {
  const { fault, faultDetail } = request;
  if (faultDetail !== undefined) return faultDetail;
  if (fault === undefined) return descriptionOf(answer);
  if (fault.logged !== undefined) return fault.logged;
  if (fault.status === 411) return answer.body;
  return isPayloadFault(request) ? `JSON Parse Error (${fault.message})` : fault.message;
}

/** Faults of one attribute are told as they are. Subscriptions are read by their service, which finds little else. */
function isPayloadFault(request: FaultyRequest): boolean {
  const { fault, hasPayloadFault, operation } = request;
  if (fault?.status !== 400 || isToldAsItIs(request)) return false;
  return hasPayloadFault || operation?.facts.badInput === 'asPayload';
}

/** The description, or the whole body of an answer that has none. */
function descriptionOf({ body }: Answer): string {
  try {
    const { description } = JSON.parse(body) as { description?: unknown };
    return typeof description === 'string' ? description : body;
  } catch {
    return body;
  }
}
