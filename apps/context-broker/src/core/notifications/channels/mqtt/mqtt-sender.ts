import { hostAndPort } from '@smart-city/ngsiv2';
import { isIP } from 'node:net';
import type { MqttClient } from 'mqtt';
import type { ReceiverPolicy } from '@smart-city/receivers';
import { withDeadline } from '@smart-city/service';
import { timeoutOf, type SendResult } from '../channel';
import { KeptConnections } from '../kept-connections';
import type { OutgoingMqtt } from './mqtt-channel';
import { mqttFailure } from './mqtt-failure';
import type { MqttTls } from './mqtt-tls';

export interface MqttSenderOptions {
  /** `-mqttTimeout` */
  readonly timeoutMs: number;
  /** `-mqttMaxAge`: a connection not used for so long is closed; negative means never. */
  readonly maxAgeMs: number;
  readonly receivers: ReceiverPolicy;
  /** For brokers over TLS. */
  readonly tls: MqttTls;
}

/** What the sender tells about connections: the alarm `MqttConnectionError <host:port>`. */
export interface MqttEvents {
  mqttFailed(broker: string, detail: string, outgoing: OutgoingMqtt): void;
  mqttRecovered(broker: string, outgoing: OutgoingMqtt): void;
}

/** Whom to connect to, and as whom. */
export type MqttAddress = Pick<OutgoingMqtt, 'host' | 'port' | 'isSecure' | 'credentials'>;

/** Protocol and address: one connection for each. */
export const mqttBroker = (address: MqttAddress): string =>
  `${address.isSecure ? 'mqtts' : 'mqtt'}://${hostAndPort(address)}`;

const SWEEP_MS = 30_000;

/** Loaded when the first subscription needs it: most brokers start without. */
const loadClient = () => import('./mqtt-client');

/** Publishes notifications, over one connection for each host and port: the first user and password win. */
export class MqttSender {
  private readonly connections: KeptConnections<Promise<MqttClient>>;
  private readonly timeoutMs: number;

  constructor(
    private readonly options: MqttSenderOptions,
    private readonly events: MqttEvents,
  ) {
    this.timeoutMs = timeoutOf(options);
    this.connections = new KeptConnections(options.maxAgeMs, end, SWEEP_MS);
  }

  /** Connects ahead of the first notification. Never rejects, and tells nobody: the first notification will. @param address  undefined: loads only */
  async prepare(address: MqttAddress | undefined): Promise<void> {
    try {
      if (address === undefined) await loadClient();
      else await this.client(address);
    } catch {
      // As said.
    }
  }

  async send(outgoing: OutgoingMqtt): Promise<SendResult> {
    const broker = hostAndPort(outgoing);
    const { topic, body, qos, retain } = outgoing;
    const connection = this.client(outgoing);
    try {
      // All who wait for a connection go on in the order they came, since each waits for the same promise.
      const client = await connection;
      await this.inTime(client.publishAsync(topic, body, { qos, retain }));
      this.events.mqttRecovered(broker, outgoing);
      return { kind: 'answered' };
    } catch (error) {
      await this.connections.dropIf(mqttBroker(outgoing), connection);
      const detail = mqttFailure(error);
      this.events.mqttFailed(broker, detail, outgoing);
      // The original keeps no reason for failed MQTT notifications.
      return { kind: 'failed', reason: '', detail };
    }
  }

  close(): Promise<void> {
    return this.connections.closeAll();
  }

  private client(address: MqttAddress): Promise<MqttClient> {
    const broker = mqttBroker(address);
    const known = this.connections.find(broker);
    if (known !== undefined) return known;
    const client = this.inTime(this.connect(address));
    this.connections.keep(broker, client);
    client.then(
      (connected) => {
        connected.on('error', () => undefined);
        connected.once('close', () => this.connections.forget(broker, client));
      },
      () => this.connections.forget(broker, client),
    );
    return client;
  }

  private async connect({ host, port, isSecure, credentials }: MqttAddress): Promise<MqttClient> {
    const { connectAsync } = await loadClient();
    // The client would look the name up itself.
    const checked = await this.options.receivers.addressOf(host);
    return connectAsync({
      ...(isSecure
        ? // The certificate is held to the name that was asked for, not to the address that was found.
          { protocol: 'mqtts' as const, ...this.options.tls, ...(isIP(host) === 0 && { servername: host }) }
        : { protocol: 'mqtt' as const }),
      host: checked,
      port,
      connectTimeout: this.timeoutMs,
      // The next notification connects again; a client that tries by itself would pile up in the background.
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
      ...(credentials !== undefined && { username: credentials.user, password: credentials.passwd }),
    });
  }

  private inTime<T>(promise: Promise<T>): Promise<T> {
    return withDeadline(this.timeoutMs, promise, 'Timeout was reached');
  }
}

/** A client that never connected has nothing to end. */
const end = (client: Promise<MqttClient>): Promise<void> =>
  client.then((connected) => connected.endAsync(true)).catch(() => undefined);
