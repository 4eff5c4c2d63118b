import type { LogContext } from '@smart-city/logging';
import type { Credentials, KafkaChannel } from '@smart-city/ngsi';
import type { TraceContext } from '@smart-city/telemetry';

/** What every notification carries, whatever the channel. Plain data: it can be kept in the outbox. */
interface OutgoingBase {
  /** Stable through retries and restarts. */
  readonly id: string;
  readonly tenant: string;
  readonly subscriptionId: string;
  readonly servicePath: string;
  /** With `; cbnotif=N`. */
  readonly correlator: string;
  readonly body: string;
  /** Value of `Ngsiv2-AttrsFormat`. */
  readonly attrsFormat: string;
  /** Milliseconds since the epoch at which it was accepted. */
  readonly acceptedAtMs: number;
  /** Of the request that caused it, for log lines. */
  readonly log?: LogContext;
  /** Of the same request. */
  readonly trace?: TraceContext;
}

/** `headers` are all but Host and Content-Length, in the order and spelling they go out in. */
export interface OutgoingHttp extends OutgoingBase {
  readonly kind: 'http';
  readonly method: string;
  readonly protocol: 'http:' | 'https:';
  readonly host: string;
  readonly port: number;
  /** With query string. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** 0: the broker's default. */
  readonly timeoutMs: number;
}

export interface OutgoingMqtt extends OutgoingBase {
  readonly kind: 'mqtt';
  readonly host: string;
  readonly port: number;
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly credentials?: Credentials;
}

export interface OutgoingKafka extends OutgoingBase {
  readonly kind: 'kafka';
  readonly brokers: readonly { readonly host: string; readonly port: number }[];
  readonly topic: string;
  readonly key?: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly credentials?: Credentials;
  readonly saslMechanism?: KafkaChannel['saslMechanism'];
  readonly securityProtocol?: KafkaChannel['securityProtocol'];
}

/** One notification, written and addressed, ready to be sent by the sender of its kind. */
export type Outgoing = OutgoingHttp | OutgoingMqtt | OutgoingKafka;

/** Where a notification goes, for queues and metrics: one slow target must not hold up another. */
export function targetOf(outgoing: Outgoing): string {
  switch (outgoing.kind) {
    case 'http':
      return `${outgoing.protocol}//${hostAndPort(outgoing)}`;
    case 'mqtt':
      return `mqtt://${hostAndPort(outgoing)}`;
    case 'kafka':
      return `kafka://${outgoing.brokers.map(hostAndPort).join(',')}`;
  }
}

/** Log lines about a notification name it as its receiver knows it. */
export const logContextOf = ({ log, correlator, tenant, servicePath }: Outgoing): LogContext | undefined =>
  log && { ...log, correlator, service: tenant, servicePath };

export const hostAndPort = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
