import { TRACING } from '@smart-city/telemetry';
import {
  Global,
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Metrics } from '../../operations/admin/metrics';
import { NOTIFICATION_QUEUE } from '../../operations/admin/statistics-ports';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { ChangeListeners } from '../changes/change-listeners';
import { ChangesModule } from '../changes/changes.module';
import { Alarms } from '../../logs/alarms';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { Endpoints } from '../../receivers/endpoints';
import { ReceiverPolicy } from '@smart-city/receivers';
import { DEAD_LETTER_STORE } from '../../storage/dead-letter-store';
import { OPEN_OUTBOX } from '../../storage/notification-outbox';
import { StreamHub } from '../streams/stream-hub';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import { SUBSCRIPTION_LISTENER } from '../subscriptions/subscription-listener';
import { Acceptance } from './acceptance';
import { Channels } from './channels/channels';
import { COMPOSE_OPTIONS, Composer } from './composer';
import { EntityNotifications } from './entity-notifications';
import { DEAD_LETTERS, type DeadLetters } from './dead-letters/dead-letters';
import { DeliveryLedger } from './delivery-ledger';
import { DeliveryQueue } from './delivery-queue';
import { FlowGate } from './flow-gate';
import { HeldNotifications } from './held/held-notifications';
import { HeldRecovery } from './held/held-recovery';
import { keptAttempts } from './kept-attempts';
import { InitialNotifications } from './initial-notifications';
import { NotificationMetrics } from './notification-metrics';
import { NotificationForms } from './notification-form';
import { Notifier } from './notifier';
import { composeOptions, openChannels, openLetters, openQueue } from './open-notifications';
import { RecentAttempts } from './recent-attempts';
import { SubscriptionFailures } from './subscription-failures';
import { TestNotifications } from './test-notifications';
import { UnwrittenNotifications } from './unwritten-notifications';

const QUEUE = 'context-broker.queue';
type Opened = ReturnType<typeof openQueue>;

/** Notifications: listens to what the write door changes, and sends. */
@Global()
@Module({
  imports: [ChangesModule],
  providers: [
    NotificationMetrics,
    DeliveryLedger,
    SubscriptionFailures,
    Composer,
    EntityNotifications,
    NotificationForms,
    HeldNotifications,
    HeldRecovery,
    Notifier,
    UnwrittenNotifications,
    {
      provide: RecentAttempts,
      useFactory: (options: BrokerOptions) => new RecentAttempts({ perSubscription: keptAttempts(options) }),
      inject: [OPTIONS],
    },
    TestNotifications,
    { provide: SUBSCRIPTION_LISTENER, useClass: InitialNotifications },
    {
      provide: COMPOSE_OPTIONS,
      useFactory: composeOptions,
      inject: [OPTIONS],
    },
    {
      provide: DEAD_LETTERS,
      useFactory: openLetters,
      inject: [OPTIONS, DEAD_LETTER_STORE, Channels, NotificationMetrics, LOG],
    },
    {
      provide: Channels,
      useFactory: openChannels,
      inject: [OPTIONS, Alarms, LOG, Metrics, ReceiverPolicy, StreamHub, Endpoints],
    },
    {
      provide: QUEUE,
      useFactory: openQueue,
      inject: [OPTIONS, Channels, DeliveryLedger, TRACING, OPEN_OUTBOX, LOG, RecentAttempts, DEAD_LETTERS],
    },
    { provide: DeliveryQueue, useFactory: ({ queue }: Opened) => queue, inject: [QUEUE] },
    { provide: Acceptance, useFactory: ({ acceptance }: Opened) => acceptance, inject: [QUEUE] },
    { provide: FlowGate, useFactory: ({ gate }: Opened) => gate, inject: [QUEUE] },
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
    DEAD_LETTERS,
    DeliveryQueue,
    EntityNotifications,
    NOTIFICATION_QUEUE,
    NotificationForms,
    NotificationMetrics,
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
    private readonly held: HeldNotifications,
    private readonly recovery: HeldRecovery,
    @Inject(DEAD_LETTERS) private readonly letters: DeadLetters | undefined,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    @Inject(LOG) private readonly log: BrokerLog,
    listeners: ChangeListeners,
  ) {
    listeners.add(notifier);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.metrics.readQueuesFrom(() => this.queue.sizes);
    this.cache.onKnown(({ subscription }) => {
      const { channel } = subscription.notification;
      if (subscription.status !== 'inactive') void this.channels.for(channel).prepare(channel);
    });
    await this.acceptance.start();
    void this.recovery.run();
  }

  /** Before the cache flushes its counters, which is before the store closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.notifier.allSettled();
    await this.held.release();
    const left = await this.queue.stop(this.options.stopDrainMs);
    await this.letters?.flush();
    await this.acceptance.stop();
    if (left === 0) return;
    const fate = this.options.notifOutbox
      ? 'the outbox keeps them'
      : 'they are lost (-notifOutbox would keep them)';
    this.log.warn(`${left} notifications were not delivered when the broker stopped: ${fate}`);
  }
}
