import { errorMessage } from '@smart-city/service';
import type { Tracing } from '@smart-city/telemetry';
import type { Metrics } from '../../operations/admin/metrics';
import type { BrokerOptions } from '../../cli/options';
import type { Alarms } from '../../logs/alarms';
import type { BrokerLog } from '../../logs/broker-log';
import type { Endpoints } from '../../receivers/endpoints';
import type { ReceiverPolicy } from '@smart-city/receivers';
import type { DeadLetterStore } from '../../storage/dead-letter-store';
import type { OpenOutbox } from '../../storage/notification-outbox';
import type { StreamHub } from '../streams/stream-hub';
import { Acceptance } from './acceptance';
import { Channels } from './channels/channels';
import type { ComposeOptions } from './composition';
import { countLetters } from './dead-letters/count-letters';
import { DeadLetters } from './dead-letters/dead-letters';
import type { DeliveryLedger } from './delivery-ledger';
import { DeliveryQueue } from './delivery-queue';
import { keptAttempts } from './kept-attempts';
import { FlowGate } from './flow-gate';
import type { NotificationMetrics } from './notification-metrics';
import type { RecentAttempts } from './recent-attempts';

// The parts of notifications that the options of the broker decide on.

/** Subscriptions of one target that can have as much under way as each may. */
const WORKERS_OF_SUBSCRIPTIONS = 2;
const LONGEST_RETRY_WAIT_MS = 300_000;
/** Subscriptions of a tenant that can have as many dead letters as each may. */
const LETTERS_OF_SUBSCRIPTIONS = 10;
/** Of one tenant. */
const MOST_LETTER_BYTES = 32 * 1_048_576;

export const openChannels = (
  options: BrokerOptions,
  alarms: Alarms,
  log: BrokerLog,
  transactions: Metrics,
  receivers: ReceiverPolicy,
  streams: StreamHub,
  endpoints: Endpoints,
): Channels => Channels.open({ options, alarms, log, transactions, receivers, streams, endpoints });

export const composeOptions = (options: BrokerOptions): ComposeOptions => ({
  maxSize: options.outReqMsgMaxSize,
  disableCustom: options.disableCustomNotifications,
  withIds: options.notifOutbox || options.notifRetries > 0 || options.notifDeadLetters > 0,
});

/** Queue and outbox know each other: what is delivered is not kept any longer. */
export function openQueue(
  options: BrokerOptions,
  channels: Channels,
  ledger: DeliveryLedger,
  tracing: Tracing | undefined,
  openOutbox: OpenOutbox,
  log: BrokerLog,
  attempts: RecentAttempts,
  letters: DeadLetters | undefined,
): { readonly queue: DeliveryQueue; readonly acceptance: Acceptance; readonly gate: FlowGate } {
  const { notifRetries: retries, notifRetryDelayMs: baseMs } = options;
  const queue = new DeliveryQueue(
    {
      mode: options.notificationMode,
      capacityPerTarget: options.notifQueueSize,
      workersPerTarget: WORKERS_OF_SUBSCRIPTIONS * options.notifParallel,
      parallel: options.notifParallel,
      holdMs: options.notifHoldMs,
      retry: { retries, baseMs, maxMs: LONGEST_RETRY_WAIT_MS },
    },
    channels,
    {
      settled: (outgoing, result, made) => {
        ledger.settled(outgoing, result);
        acceptance.settledOnce(outgoing, letters?.settled(outgoing, result, made));
      },
      ...(keptAttempts(options) > 0 && {
        attempted: (outgoing, result, startedAtMs) =>
          attempts.note({ outgoing, target: channels.of(outgoing).targetOf(outgoing), result, startedAtMs }),
      }),
    },
    tracing,
  );
  const acceptance = new Acceptance(
    options.simulatedNotification,
    queue,
    ledger,
    options.notifOutbox ? openOutbox(options.brokerName) : undefined,
    (what, error) => log.error(`Runtime Error (cannot ${what}: ${errorMessage(error)})`),
    letters,
  );
  return { queue, acceptance, gate: new FlowGate(options.notifFlowControl, queue) };
}

/** Undefined where nothing is kept of what is given up. */
export function openLetters(
  { notifDeadLetters: letters }: BrokerOptions,
  store: DeadLetterStore,
  channels: Channels,
  metrics: NotificationMetrics,
  log: BrokerLog,
): DeadLetters | undefined {
  if (letters === 0) return undefined;
  const opened = new DeadLetters({
    store,
    limits: {
      letters,
      lettersOfTenant: LETTERS_OF_SUBSCRIPTIONS * letters,
      bytesOfTenant: MOST_LETTER_BYTES,
    },
    targetOf: (outgoing) => channels.of(outgoing).targetOf(outgoing),
    onError: (what, error) => log.error(`Runtime Error (cannot ${what}: ${errorMessage(error)})`),
  });
  countLetters(metrics.registry, opened.counts);
  return opened;
}
