import { logContextOf, type Outgoing } from '../../outgoing';
import { sizedPayload, type ChannelTools, type SendResult } from '../channel';

/**
 * Tells of an exchange over HTTP, whichever channel it was of: the alarm of whom was called, and the count of what was sent.
 *
 * @param about  who was called, as alarms name it
 */
export function reportExchange(
  { alarms, transactions }: Pick<ChannelTools, 'alarms' | 'transactions'>,
  outgoing: Outgoing,
  about: string,
  result: SendResult,
): void {
  const { service, servicePath, body } = outgoing;
  const isError = result.kind === 'failed';
  if (isError) {
    const why = `notification failure for queue worker: ${result.reason}`;
    alarms.raise('NotificationError', about, why, logContextOf(outgoing));
  } else alarms.release('NotificationError', about, logContextOf(outgoing));
  const requestSize = Buffer.byteLength(body);
  transactions.sent({ tenant: service, servicePath, requestSize, responseSize: 0, isError });
}

/**
 * The line of the log for it.
 *
 * @param request  method and address
 */
export function describeExchange(
  { subscriptionId, body }: Outgoing,
  request: string,
  result: SendResult,
  payload: (text: string) => string,
): string {
  const outcome = result.kind === 'failed' ? result.reason : String(result.code ?? 0);
  return `Notif delivered (subId: ${subscriptionId}): ${request}, ${sizedPayload('payload', body, payload)}, response code: ${outcome}`;
}
