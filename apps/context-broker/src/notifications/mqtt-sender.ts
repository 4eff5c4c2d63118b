import type { LogContext } from '@smart-city/logging';
import { connectAsync, type MqttClient } from 'mqtt';
import { hostAndPort, logContextOf, type OutgoingMqtt } from './outgoing';
import { mqttFailure } from './mqtt-failure';
import { DEFAULT_TIMEOUT_MS, type Sender, type SendResult } from './sender';

export interface MqttSenderOptions {
  /** `-mqttTimeout` */
  readonly timeoutMs: number;
  /** `-mqttMaxAge`: a connection not used for so long is closed; negative means never. */
  readonly maxAgeMs: number;
}

/** What the sender tells about connections: the alarm `MqttConnectionError <host:port>`. */
export interface MqttEvents {
  mqttFailed(broker: string, detail: string, context: LogContext | undefined): void;
  mqttRecovered(broker: string, context: LogContext | undefined): void;
}

interface Connection {
  client: Promise<MqttClient>;
  lastUsedMs: number;
}

/** The reference keeps no reason for failed MQTT notifications. */
const FAILED: SendResult = { kind: 'failed', reason: '' };
const SWEEP_MS = 30_000;

/** Publishes notifications, over one connection for each host and port: the first user and password win (spec section 9.4). */
export class MqttSender implements Sender<OutgoingMqtt> {
  readonly #connections = new Map<string, Connection>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(
    private readonly options: MqttSenderOptions,
    private readonly events: MqttEvents,
  ) {
    this.#sweeper = setInterval(() => this.#closeUnused(), SWEEP_MS);
    this.#sweeper.unref();
  }

  async send(outgoing: OutgoingMqtt): Promise<SendResult> {
    const broker = hostAndPort(outgoing);
    try {
      const client = await this.#client(broker, outgoing);
      await within(
        this.#timeoutMs,
        client.publishAsync(outgoing.topic, outgoing.body, { qos: outgoing.qos, retain: outgoing.retain }),
      );
      this.events.mqttRecovered(broker, logContextOf(outgoing));
      return { kind: 'answered' };
    } catch (error) {
      await this.#drop(broker);
      this.events.mqttFailed(broker, mqttFailure(error), logContextOf(outgoing));
      return FAILED;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([...this.#connections.keys()].map((broker) => this.#drop(broker)));
  }

  get #timeoutMs(): number {
    return this.options.timeoutMs > 0 ? this.options.timeoutMs : DEFAULT_TIMEOUT_MS;
  }

  #client(broker: string, { host, port, credentials }: OutgoingMqtt): Promise<MqttClient> {
    const known = this.#connections.get(broker);
    if (known !== undefined) {
      known.lastUsedMs = Date.now();
      return known.client;
    }
    const client = connectAsync({
      protocol: 'mqtt',
      host,
      port,
      connectTimeout: this.#timeoutMs,
      // The next notification connects again; a client that tries by itself would pile up in the background.
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
      ...(credentials !== undefined && { username: credentials.user, password: credentials.passwd }),
    });
    const connection: Connection = { client, lastUsedMs: Date.now() };
    this.#connections.set(broker, connection);
    client.then(
      (connected) => {
        connected.on('error', () => undefined);
        connected.once('close', () => this.#forget(broker, connection));
      },
      () => this.#forget(broker, connection),
    );
    return within(this.#timeoutMs, client);
  }

  #forget(broker: string, connection: Connection): void {
    if (this.#connections.get(broker) === connection) this.#connections.delete(broker);
  }

  async #drop(broker: string): Promise<void> {
    const connection = this.#connections.get(broker);
    if (connection === undefined) return;
    this.#connections.delete(broker);
    await connection.client.then((client) => client.endAsync(true)).catch(() => undefined);
  }

  #closeUnused(): void {
    if (this.options.maxAgeMs < 0) return;
    for (const [broker, { lastUsedMs }] of this.#connections)
      if (Date.now() - lastUsedMs > this.options.maxAgeMs) void this.#drop(broker);
  }
}

/** Rejects when a promise takes too long. */
async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Timeout was reached')), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
