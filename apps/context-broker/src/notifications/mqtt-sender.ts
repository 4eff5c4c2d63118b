import type { LogContext } from '@smart-city/logging';
import { connectAsync, type MqttClient } from 'mqtt';
import type { ReceiverPolicy } from '../receivers/receiver-policy';
import { withDeadline } from '../with-deadline';
import { KeptConnections } from './kept-connections';
import { hostAndPort, logContextOf, type OutgoingMqtt } from './outgoing';
import { mqttFailure } from './mqtt-failure';
import { DEFAULT_TIMEOUT_MS, type Sender, type SendResult } from './sender';

export interface MqttSenderOptions {
  /** `-mqttTimeout` */
  readonly timeoutMs: number;
  /** `-mqttMaxAge`: a connection not used for so long is closed; negative means never. */
  readonly maxAgeMs: number;
  readonly receivers: ReceiverPolicy;
}

/** What the sender tells about connections: the alarm `MqttConnectionError <host:port>`. */
export interface MqttEvents {
  mqttFailed(broker: string, detail: string, context: LogContext | undefined): void;
  mqttRecovered(broker: string, context: LogContext | undefined): void;
}

/** The reference keeps no reason for failed MQTT notifications. */
const FAILED: SendResult = { kind: 'failed', reason: '' };
const SWEEP_MS = 30_000;

/** Publishes notifications, over one connection for each host and port: the first user and password win (spec section 9.4). */
export class MqttSender implements Sender<OutgoingMqtt> {
  readonly #connections: KeptConnections<Promise<MqttClient>>;

  constructor(
    private readonly options: MqttSenderOptions,
    private readonly events: MqttEvents,
  ) {
    this.#connections = new KeptConnections(options.maxAgeMs, end, SWEEP_MS);
  }

  async send(outgoing: OutgoingMqtt): Promise<SendResult> {
    const broker = hostAndPort(outgoing);
    try {
      const client = await this.#client(broker, outgoing);
      await this.#inTime(
        client.publishAsync(outgoing.topic, outgoing.body, { qos: outgoing.qos, retain: outgoing.retain }),
      );
      this.events.mqttRecovered(broker, logContextOf(outgoing));
      return { kind: 'answered' };
    } catch (error) {
      await this.#connections.drop(broker);
      this.events.mqttFailed(broker, mqttFailure(error), logContextOf(outgoing));
      return FAILED;
    }
  }

  close(): Promise<void> {
    return this.#connections.closeAll();
  }

  get #timeoutMs(): number {
    return this.options.timeoutMs > 0 ? this.options.timeoutMs : DEFAULT_TIMEOUT_MS;
  }

  #client(broker: string, { host, port, credentials }: OutgoingMqtt): Promise<MqttClient> {
    const known = this.#connections.find(broker);
    if (known !== undefined) return known;
    const settings = {
      protocol: 'mqtt',
      port,
      connectTimeout: this.#timeoutMs,
      // The next notification connects again; a client that tries by itself would pile up in the background.
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
      ...(credentials !== undefined && { username: credentials.user, password: credentials.passwd }),
    } as const;
    // The client would look the name up itself.
    const client = this.options.receivers
      .addressOf(host)
      .then((address) => connectAsync({ ...settings, host: address }));
    this.#connections.keep(broker, client);
    client.then(
      (connected) => {
        connected.on('error', () => undefined);
        connected.once('close', () => this.#connections.forget(broker, client));
      },
      () => this.#connections.forget(broker, client),
    );
    return this.#inTime(client);
  }

  #inTime<T>(promise: Promise<T>): Promise<T> {
    return withDeadline(this.#timeoutMs, promise, 'Timeout was reached');
  }
}

/** A client that never connected has nothing to end. */
const end = (client: Promise<MqttClient>): Promise<void> =>
  client.then((connected) => connected.endAsync(true)).catch(() => undefined);
