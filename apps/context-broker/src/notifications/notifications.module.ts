import { errorMessage } from '@smart-city/service';
import { TRACING, type Tracing } from '@smart-city/telemetry';
import {
  Global,
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Metrics } from '../admin/metrics';
import { NOTIFICATION_QUEUE } from '../admin/statistics-ports';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { CHANGE_LISTENER } from '../entities/change-listener';
import { Alarms } from '../logs/alarms';
import { LOG, type BrokerLog } from '../logs/broker-log';
import { ReceiverPolicy } from '../receivers/receiver-policy';
import { OPEN_OUTBOX, type OpenOutbox } from '../storage/notification-outbox';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import { SUBSCRIPTION_LISTENER } from '../subscriptions/subscription-listener';
import { Acceptance } from './acceptance';
import { CONNECTIONS_PER_TARGET } from './channels/channel';
import { Channels } from './channels/channels';
import { COMPOSE_OPTIONS, Composer } from './composer';
import { Delivery } from './delivery';
import { DeliveryLedger } from './delivery-ledger';
import { DeliveryQueue } from './delivery-queue';
import { InitialNotifications } from './initial-notifications';
import { MetricsController } from './metrics.controller';
import { NotificationMetrics } from './notification-metrics';
import { Notifier } from './notifier';
import { RecentAttempts } from './recent-attempts';
import { TestNotifications } from './test-notifications';

const LONGEST_RETRY_WAIT_MS = 300_000;

const openChannels = (
  options: BrokerOptions,
  alarms: Alarms,
  log: BrokerLog,
  transactions: Metrics,
  receivers: ReceiverPolicy,
): Channels => Channels.open({ options, alarms, log, transactions, receivers });

/** Queue and outbox know each other: what is delivered is not kept any longer. */
function openQueue(
  options: BrokerOptions,
  channels: Channels,
  ledger: DeliveryLedger,
  tracing: Tracing | undefined,
  openOutbox: OpenOutbox,
  log: BrokerLog,
  attempts: RecentAttempts,
): { readonly queue: DeliveryQueue; readonly acceptance: Acceptance } {
  const { notifRetries: retries, notifRetryDelayMs: baseMs } = options;
  const delivery = new Delivery(
    channels,
    { retries, baseMs, maxMs: LONGEST_RETRY_WAIT_MS },
    (outgoing, result) => {
      ledger.settled(outgoing, result);
      acceptance.settled(outgoing);
    },
    tracing,
    options.adminConsole
      ? (outgoing, result, startedAtMs) =>
          attempts.note({ outgoing, target: delivery.targetOf(outgoing), result, startedAtMs })
      : undefined,
  );
  const queue = new DeliveryQueue(
    {
      mode: options.notificationMode,
      capacityPerTarget: options.notifQueueSize,
      workersPerTarget: CONNECTIONS_PER_TARGET,
      flowControl: options.notifFlowControl,
    },
    delivery,
  );
  const acceptance = new Acceptance(
    options.simulatedNotification,
    queue,
    ledger,
    options.notifOutbox ? openOutbox(options.brokerName) : undefined,
    (what, error) => log.error(`Runtime Error (cannot ${what}: ${errorMessage(error)})`),
  );
  return { queue, acceptance };
}

const QUEUE = 'context-broker.queue';
type Opened = ReturnType<typeof openQueue>;

/** Notifications: listens to what the write door changes, and sends. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [
    NotificationMetrics,
    DeliveryLedger,
    Composer,
    Notifier,
    RecentAttempts,
    TestNotifications,
    { provide: SUBSCRIPTION_LISTENER, useClass: InitialNotifications },
    {
      provide: COMPOSE_OPTIONS,
      useFactory: ({
        outReqMsgMaxSize,
        disableCustomNotifications,
        notifOutbox,
        notifRetries,
      }: BrokerOptions) => ({
        maxSize: outReqMsgMaxSize,
        disableCustom: disableCustomNotifications,
        withIds: notifOutbox || notifRetries > 0,
      }),
      inject: [OPTIONS],
    },
    { provide: Channels, useFactory: openChannels, inject: [OPTIONS, Alarms, LOG, Metrics, ReceiverPolicy] },
    {
      provide: QUEUE,
      useFactory: openQueue,
      inject: [OPTIONS, Channels, DeliveryLedger, TRACING, OPEN_OUTBOX, LOG, RecentAttempts],
    },
    { provide: DeliveryQueue, useFactory: ({ queue }: Opened) => queue, inject: [QUEUE] },
    { provide: Acceptance, useFactory: ({ acceptance }: Opened) => acceptance, inject: [QUEUE] },
    { provide: CHANGE_LISTENER, useExisting: Notifier },
    {
      provide: NOTIFICATION_QUEUE,
      useFactory: (queue: DeliveryQueue) => ({
        read: () => queue.statistics.read(queue.size),
        reset: () => queue.statistics.reset(),
      }),
      inject: [DeliveryQueue],
    },
  ],
  exports: [
    CHANGE_LISTENER,
    DeliveryQueue,
    NOTIFICATION_QUEUE,
    Notifier,
    RecentAttempts,
    SUBSCRIPTION_LISTENER,
    TestNotifications,
  ],
})
export class NotificationsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly notifier: Notifier,
    @Inject(DeliveryQueue) private readonly queue: DeliveryQueue,
    @Inject(Acceptance) private readonly acceptance: Acceptance,
    private readonly channels: Channels,
    private readonly cache: SubscriptionCache,
    private readonly metrics: NotificationMetrics,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.metrics.readQueuesFrom(() => this.queue.sizes);
    this.cache.onKnown(({ subscription }) => {
      const { channel } = subscription.notification;
      if (subscription.status !== 'inactive') void this.channels.for(channel).prepare(channel);
    });
    await this.acceptance.start();
  }

  /** Before the cache flushes its counters, which is before the store closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.notifier.settled();
    const waiting = await this.queue.stop(this.options.stopDrainMs);
    await this.acceptance.stop();
    if (waiting === 0) return;
    const fate = this.options.notifOutbox
      ? 'the outbox keeps them'
      : 'they are lost (-notifOutbox would keep them)';
    this.log.warn(`${waiting} notifications still waited when the broker stopped: ${fate}`);
  }
}
