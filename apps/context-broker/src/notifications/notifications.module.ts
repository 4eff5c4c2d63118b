import {
  Global,
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Tracing } from '@smart-city/telemetry';
import { NOTIFICATION_QUEUE } from '../admin/statistics-ports';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { CHANGE_LISTENERS } from '../entities/change-listener';
import { Alarms } from '../logs/alarms';
import { LOG, type BrokerLog } from '../logs/broker-log';
import { ReceiverPolicy } from '../receivers/receiver-policy';
import { OPEN_OUTBOX, type OpenOutbox } from '../storage/notification-outbox';
import { SUBSCRIPTION_LISTENER } from '../subscriptions/subscription-listener';
import { TRACING } from '../telemetry/request-telemetry';
import { Delivery } from './delivery';
import { DeliveryLedger } from './delivery-ledger';
import { Dispatcher } from './dispatcher';
import { HttpSender } from './http-sender';
import { InitialNotifications } from './initial-notifications';
import { KafkaSender } from './kafka-sender';
import { MetricsController } from './metrics.controller';
import { MqttSender } from './mqtt-sender';
import { NotificationMetrics } from './notification-metrics';
import { COMPOSE_OPTIONS, Notifier } from './notifier';

/** Notifications on their way to one target at a time, where `-notificationMode` sets no number of workers. */
const WORKERS_PER_TARGET = 64;
const LONGEST_RETRY_WAIT_MS = 300_000;
const MINUTE_MS = 60_000;

function openDelivery(
  options: BrokerOptions,
  alarms: Alarms,
  receivers: ReceiverPolicy,
  tracing: Tracing | undefined,
): Delivery {
  const { httpTimeoutMs, mqttTimeoutMs, kafkaTimeoutMs, insecureNotif: insecure } = options;
  const maxAge = (minutes: number) => (minutes < 0 ? -1 : minutes * MINUTE_MS);
  return new Delivery(
    {
      http: new HttpSender({
        timeoutMs: httpTimeoutMs,
        insecure,
        receivers,
        redirects: options.notifRedirects,
        connectionsPerTarget: WORKERS_PER_TARGET,
      }),
      mqtt: new MqttSender(
        { timeoutMs: mqttTimeoutMs, maxAgeMs: maxAge(options.mqttMaxAgeMinutes), receivers },
        {
          mqttFailed: (broker, detail, context) =>
            alarms.raise('MqttConnectionError', broker, detail, context),
          mqttRecovered: (broker, context) => alarms.release('MqttConnectionError', broker, context),
        },
      ),
      kafka: new KafkaSender({
        timeoutMs: kafkaTimeoutMs,
        maxAgeMs: maxAge(options.kafkaMaxAgeMinutes),
        insecure,
        receivers,
      }),
    },
    { retries: options.notifRetries, baseMs: options.notifRetryDelayMs, maxMs: LONGEST_RETRY_WAIT_MS },
    tracing,
  );
}

function openDispatcher(
  options: BrokerOptions,
  delivery: Delivery,
  ledger: DeliveryLedger,
  openOutbox: OpenOutbox,
  log: BrokerLog,
): Dispatcher {
  return new Dispatcher(
    {
      mode: options.notificationMode,
      capacityPerTarget: options.notifQueueSize,
      workersPerTarget: WORKERS_PER_TARGET,
      isSimulated: options.simulatedNotification,
      flowControl: options.notifFlowControl,
      drainMs: options.stopDrainMs,
    },
    delivery,
    ledger,
    options.notifOutbox ? openOutbox(options.brokerName) : undefined,
    (what, error) =>
      log.error(`Runtime Error (cannot ${what}: ${error instanceof Error ? error.message : String(error)})`),
  );
}

/** Notifications: listens to what the write door changes, and sends. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [
    NotificationMetrics,
    DeliveryLedger,
    Notifier,
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
        withIdHeader: notifOutbox || notifRetries > 0,
      }),
      inject: [OPTIONS],
    },
    { provide: Delivery, useFactory: openDelivery, inject: [OPTIONS, Alarms, ReceiverPolicy, TRACING] },
    {
      provide: Dispatcher,
      useFactory: openDispatcher,
      inject: [OPTIONS, Delivery, DeliveryLedger, OPEN_OUTBOX, LOG],
    },
    { provide: CHANGE_LISTENERS, useFactory: (notifier: Notifier) => [notifier], inject: [Notifier] },
    {
      provide: NOTIFICATION_QUEUE,
      useFactory: ({ statistics, queues }: Dispatcher) => ({
        read: () => statistics.read(queues.size),
        reset: () => statistics.reset(),
      }),
      inject: [Dispatcher],
    },
  ],
  exports: [CHANGE_LISTENERS, NOTIFICATION_QUEUE, SUBSCRIPTION_LISTENER],
})
export class NotificationsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly notifier: Notifier,
    @Inject(Dispatcher) private readonly dispatcher: Dispatcher,
    private readonly metrics: NotificationMetrics,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.metrics.readQueuesFrom(() => this.dispatcher.queues.sizes);
    await this.dispatcher.start();
  }

  /** Before the cache flushes its counters, which is before the store closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.notifier.settled();
    const waiting = await this.dispatcher.stop();
    if (waiting === 0) return;
    const fate = this.options.notifOutbox
      ? 'the outbox keeps them'
      : 'they are lost (-notifOutbox would keep them)';
    this.log.warn(`${waiting} notifications still waited when the broker stopped: ${fate}`);
  }
}
