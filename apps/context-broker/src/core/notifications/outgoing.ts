import type { LogContext } from '@smart-city/logging';
import type { TraceContext } from '@smart-city/telemetry';

/**
 * One notification, written and addressed, ready to be sent by the channel it names. Plain data: it can be kept in the
 * outbox. Channels add what their protocol needs.
 */
export interface Outgoing {
  /** The protocol: the channel that sends it. */
  readonly kind: string;
  /** Stable through retries and restarts; empty where nothing is repeated. */
  readonly id: string;
  /** Whose subscription it is, for the store: '' without `-multiservice`. */
  readonly tenant: string;
  /** `Fiware-Service` of the request that caused it, in lower case, whether or not it chose a tenant. */
  readonly service: string;
  readonly subscriptionId: string;
  /**
   * Names of the entities that it is about: of those that share one the order counts. Absent in what older versions kept,
   * where it counts within the subscription.
   */
  readonly entities?: readonly string[];
  /** Of all its entities, with commas. */
  readonly servicePath: string;
  /** With `; cbnotif=N`. */
  readonly correlator: string;
  readonly body: string;
  /** Value of `Ngsiv2-AttrsFormat`; empty for none. */
  readonly attrsFormat: string;
  /** Milliseconds since the epoch at which it was accepted. */
  readonly acceptedAtMs: number;
  /** Of the request that caused it, for log lines. */
  readonly log?: LogContext;
  /** Of the same request. */
  readonly trace?: TraceContext;
}

export type Header = readonly [name: string, value: string];

/** Log lines about a notification name it as its receiver knows it. */
export const logContextOf = ({ log, correlator, service, servicePath }: Outgoing): LogContext | undefined =>
  log && { ...log, correlator, service, servicePath };

/** The notification with headers behind its own. */
export const addHeaders = <O extends Outgoing & { readonly headers: readonly Header[] }>(
  outgoing: O,
  headers: readonly Header[],
): O => ({ ...outgoing, headers: [...outgoing.headers, ...headers] });
