import type { NotificationChannel } from '@smart-city/ngsiv2';
import type { BrokerOptions } from '../../../cli/options';
import type { Metrics } from '../../../operations/admin/metrics';
import type { Alarms } from '../../../logs/alarms';
import type { BrokerLog } from '../../../logs/broker-log';
import type { Endpoints } from '../../../receivers/endpoints';
import type { ReceiverPolicy } from '@smart-city/receivers';
import type { StreamHub } from '../../streams/stream-hub';
import type { Composition } from '../composition';
import type { Header, Outgoing } from '../outgoing';

/**
 * How one attempt ended.
 * - `answered`: the receiver has it, or at least said something. `code` is its HTTP status, where there is one; `answer`
 *   is what it said besides, where that matters.
 * - `failed`: no answer; `reason` in the words of the original (libcurl's), empty where it keeps none. `hasReceiver` is false
 *   where there is nobody to try again with, and nobody to keep it for.
 */
export type SendResult =
  | { readonly kind: 'answered'; readonly code?: number; readonly answer?: string }
  | {
      readonly kind: 'failed';
      /** As the subscription shows it: empty where the original keeps none. */
      readonly reason: string;
      /** For those who look for the cause, where the reason is empty. */
      readonly detail?: string;
      readonly hasReceiver?: false;
    };

/** Characters of a failure that are kept: some programs put whole answers into it. */
const MOST_OF_FAILURE = 200;

/** Why nothing was answered, for those who look for the cause. */
export const causeOf = ({ reason, detail = '' }: Extract<SendResult, { kind: 'failed' }>): string =>
  (reason || detail).slice(0, MOST_OF_FAILURE);

/**
 * Addresses a notification.
 *
 * @throws ComposeError   macros made something else than an address of the channel's kind
 * @throws TemplateError  a macro is not closed, or what it gives is too large
 */
export type Addressing<O extends Outgoing> = (composition: Composition) => O;

/**
 * One protocol that notifications go out by: its folder compiles addresses, sends, and tells about it. How its channels
 * are written in subscriptions is in `libs/ngsiv2`. Every channel passes `channel.contract.ts`.
 *
 * @typeParam C  its channels in subscriptions
 * @typeParam O  its notifications
 */
export interface Channel<C extends NotificationChannel = NotificationChannel, O extends Outgoing = Outgoing> {
  /** {@link Outgoing.kind} of its notifications. */
  readonly name: O['kind'];
  /** Kinds of its channels in subscriptions. */
  readonly kinds: readonly C['kind'][];

  /** Makes ready, once for a subscription, what its notifications are addressed with. */
  compile(channel: C, isCustom: boolean): Addressing<O>;

  /**
   * A subscription became known: what its first notification would have to wait for (loading, connecting) is begun.
   * Reports nothing; resolves when it is done or has failed.
   */
  prepare(channel: C): Promise<void>;

  /** One attempt. Never rejects. */
  send(outgoing: O): Promise<SendResult>;

  /** Where a notification goes, for queues and metrics: one slow target must not hold up another. */
  targetOf(outgoing: O): string;

  /** The notification with headers of its own added; the same one where the protocol has none, or it holds the first. */
  withHeaders(outgoing: O, headers: readonly Header[]): O;

  /** What there is to tell of a delivery besides its log line: alarms, counts. */
  settled(outgoing: O, result: SendResult): void;

  /** The line of the log at level INFO; undefined for none. @param payload  the body as logs show it */
  describe(outgoing: O, result: SendResult, payload: (text: string) => string): string | undefined;

  /** Lets go of connections. */
  close(): Promise<void>;
}

/** What channels are made with. */
export interface ChannelTools {
  readonly options: BrokerOptions;
  readonly alarms: Alarms;
  readonly log: BrokerLog;
  readonly transactions: Metrics;
  /** Whom connections may be made to. */
  readonly receivers: ReceiverPolicy;
  /** Receivers that the operator has named. */
  readonly endpoints: Endpoints;
  /** Of clients that follow subscriptions. */
  readonly streams: Pick<StreamHub, 'find'>;
}

const DEFAULT_TIMEOUT_MS = 5_000;
/** The time an attempt may take, from an option of which 0 means the broker's own. */
export const timeoutOf = ({ timeoutMs }: { readonly timeoutMs: number }): number =>
  timeoutMs > 0 ? timeoutMs : DEFAULT_TIMEOUT_MS;

const MINUTE_MS = 60_000;

/** The time a connection may be unused, from an option in minutes; negative means for ever. */
export const maxAgeMs = (minutes: number): number => (minutes < 0 ? -1 : minutes * MINUTE_MS);

/** `payload (12 bytes): …` as in every line about a delivery. */
export const sizedPayload = (name: string, text: string, payload: (text: string) => string): string =>
  `${name} (${Buffer.byteLength(text)} bytes): ${payload(text)}`;
