import { hostAndPort } from '@smart-city/ngsiv2';
import { createHash } from 'node:crypto';
import type { Producer } from '@platformatic/kafka';
import type { ReceiverPolicy } from '@smart-city/receivers';
import { errorMessage, withDeadline } from '@smart-city/service';
import { timeoutOf, type SendResult } from '../channel';
import { KeptConnections } from '../kept-connections';
import type { OutgoingKafka } from './kafka-channel';

export interface KafkaSenderOptions {
  /** `-kafkaTimeout`: until the broker reports the record as delivered. */
  readonly timeoutMs: number;
  /** `-kafkaMaxAge`: a connection not used for so long is closed; negative means never. */
  readonly maxAgeMs: number;
  /** `-insecureNotif`: accept certificates that cannot be verified. */
  readonly insecure: boolean;
  readonly receivers: ReceiverPolicy;
}

/** Whom to connect to, and as whom. */
export type KafkaAddress = Pick<
  OutgoingKafka,
  'brokers' | 'credentials' | 'saslMechanism' | 'securityProtocol'
>;

/** Loading the client would take half of every start: it is loaded when the first subscription needs it. */
const loadClient = () => import('@platformatic/kafka');
type Client = Awaited<ReturnType<typeof loadClient>>;

type TextProducer = Producer<string, string, string, string>;

const SWEEP_MS = 60_000;

/** Produces notifications as records, over one producer for each set of brokers and user. */
export class KafkaSender {
  private readonly producers: KeptConnections<TextProducer>;
  private readonly timeoutMs: number;

  constructor(private readonly options: KafkaSenderOptions) {
    this.timeoutMs = timeoutOf(options);
    this.producers = new KeptConnections(options.maxAgeMs, closeProducer, SWEEP_MS);
  }

  /**
   * Connects ahead of the first notification, and learns where the topic is. Never rejects, and tells nobody: the first
   * notification will.
   *
   * @param address  undefined: loads only
   */
  async prepare(address: KafkaAddress | undefined, topic: string): Promise<void> {
    try {
      const client = await loadClient();
      if (address === undefined) return;
      await this.check(address);
      const producer = this.producer(client, connectionKey(address), address);
      // What macros make of the topic nobody knows yet.
      const topics = topic.includes('${') ? [] : [topic];
      // A topic is made by the first record, not by a subscription.
      await producer.metadata({ topics, autocreateTopics: false });
      await producer.connectToBrokers();
    } catch {
      // As said.
    }
  }

  async send(outgoing: OutgoingKafka): Promise<SendResult> {
    const key = connectionKey(outgoing);
    const { topic, body, headers } = outgoing;
    let producer: TextProducer | undefined;
    try {
      // Addresses that the cluster advertises are the cluster's matter.
      await this.check(outgoing);
      const message = {
        topic,
        value: body,
        headers: new Map(headers),
        ...(outgoing.key !== undefined && { key: outgoing.key }),
      };
      producer = this.producer(await loadClient(), key, outgoing);
      await withDeadline(
        this.timeoutMs,
        producer.send({ messages: [message], acks: -1 }),
        'Timeout was reached',
      );
      return { kind: 'answered' };
    } catch (error) {
      if (producer !== undefined) await this.producers.dropIf(key, producer);
      // The original keeps no reason for failed Kafka notifications.
      return { kind: 'failed', reason: '', detail: errorMessage(error) };
    }
  }

  close(): Promise<void> {
    return this.producers.closeAll();
  }

  /** @throws ReceiverRefused */
  private async check({ brokers }: KafkaAddress): Promise<void> {
    for (const { host } of brokers) await this.options.receivers.addressOf(host);
  }

  private producer(client: Client, key: string, address: KafkaAddress): TextProducer {
    const known = this.producers.find(key);
    if (known !== undefined) return known;
    const { brokers, credentials, saslMechanism, securityProtocol } = address;
    const producer: TextProducer = new client.Producer({
      clientId: 'context-broker',
      bootstrapBrokers: brokers.map(({ host, port }) => ({ host, port })),
      serializers: client.stringSerializers,
      autocreateTopics: true,
      retries: 2,
      timeout: this.timeoutMs,
      connectTimeout: this.timeoutMs,
      requestTimeout: this.timeoutMs,
      ...(credentials !== undefined &&
        saslMechanism !== undefined && {
          sasl: { mechanism: saslMechanism, username: credentials.user, password: credentials.passwd },
        }),
      ...(securityProtocol === 'SASL_SSL' && { tls: { rejectUnauthorized: !this.options.insecure } }),
    });
    producer.on('error', () => undefined);
    this.producers.keep(key, producer);
    return producer;
  }
}

async function closeProducer(producer: TextProducer): Promise<void> {
  try {
    // eslint-disable-next-line @typescript-eslint/await-thenable -- the types of the package take the other overload
    await producer.close(true);
  } catch {
    // It was broken before.
  }
}

/** Names a connection without holding its password in a map key. */
function connectionKey({ brokers, credentials, saslMechanism, securityProtocol }: KafkaAddress): string {
  const secret = createHash('sha256')
    .update(JSON.stringify([credentials, saslMechanism, securityProtocol]))
    .digest('base64');
  return `${brokers.map(hostAndPort).join(',')} ${secret}`;
}
