import { createHash } from 'node:crypto';
import type { Producer } from '@platformatic/kafka';
import type { ReceiverPolicy } from '../receivers/receiver-policy';
import { withDeadline } from '../with-deadline';
import { KeptConnections } from './kept-connections';
import { hostAndPort, type OutgoingKafka } from './outgoing';
import { DEFAULT_TIMEOUT_MS, type Sender, type SendResult } from './sender';

export interface KafkaSenderOptions {
  /** `-kafkaTimeout`: until the broker reports the record as delivered. */
  readonly timeoutMs: number;
  /** `-kafkaMaxAge`: a connection not used for so long is closed; negative means never. */
  readonly maxAgeMs: number;
  /** `-insecureNotif`: accept certificates that cannot be verified. */
  readonly insecure: boolean;
  readonly receivers: ReceiverPolicy;
}

/** Loading the client would take half of every start: only the first notification to Kafka waits for it. */
const loadClient = () => import('@platformatic/kafka');
type Client = Awaited<ReturnType<typeof loadClient>>;

type TextProducer = Producer<string, string, string, string>;

/** The reference keeps no code and no reason for Kafka notifications. */
const FAILED: SendResult = { kind: 'failed', reason: '' };
const SWEEP_MS = 60_000;

/** Produces notifications as records, over one producer for each set of brokers and user (spec section 9.5). */
export class KafkaSender implements Sender<OutgoingKafka> {
  readonly #producers: KeptConnections<TextProducer>;

  constructor(private readonly options: KafkaSenderOptions) {
    this.#producers = new KeptConnections(options.maxAgeMs, closeProducer, SWEEP_MS);
  }

  async send(outgoing: OutgoingKafka): Promise<SendResult> {
    const key = connectionKey(outgoing);
    const { topic, body, headers } = outgoing;
    try {
      // Addresses that the cluster advertises are the cluster's matter.
      for (const { host } of outgoing.brokers) await this.options.receivers.addressOf(host);
      const message = {
        topic,
        value: body,
        headers: new Map(headers),
        ...(outgoing.key !== undefined && { key: outgoing.key }),
      };
      const producer = this.#producer(await loadClient(), key, outgoing);
      await withDeadline(
        this.#timeoutMs,
        producer.send({ messages: [message], acks: -1 }),
        'Timeout was reached',
      );
      return { kind: 'answered' };
    } catch {
      await this.#producers.drop(key);
      return FAILED;
    }
  }

  close(): Promise<void> {
    return this.#producers.closeAll();
  }

  get #timeoutMs(): number {
    return this.options.timeoutMs > 0 ? this.options.timeoutMs : DEFAULT_TIMEOUT_MS;
  }

  #producer(client: Client, key: string, outgoing: OutgoingKafka): TextProducer {
    const known = this.#producers.find(key);
    if (known !== undefined) return known;
    const { brokers, credentials, saslMechanism, securityProtocol } = outgoing;
    const producer: TextProducer = new client.Producer({
      clientId: 'context-broker',
      bootstrapBrokers: brokers.map(({ host, port }) => ({ host, port })),
      serializers: client.stringSerializers,
      autocreateTopics: true,
      retries: 2,
      timeout: this.#timeoutMs,
      connectTimeout: this.#timeoutMs,
      requestTimeout: this.#timeoutMs,
      ...(credentials !== undefined &&
        saslMechanism !== undefined && {
          sasl: { mechanism: saslMechanism, username: credentials.user, password: credentials.passwd },
        }),
      ...(securityProtocol === 'SASL_SSL' && { tls: { rejectUnauthorized: !this.options.insecure } }),
    });
    producer.on('error', () => undefined);
    this.#producers.keep(key, producer);
    return producer;
  }
}

async function closeProducer(producer: TextProducer): Promise<void> {
  try {
    await producer.close(true);
  } catch {
    // It was broken before.
  }
}

/** Names a connection without holding its password in a map key. */
function connectionKey({ brokers, credentials, saslMechanism, securityProtocol }: OutgoingKafka): string {
  const secret = createHash('sha256')
    .update(JSON.stringify([credentials, saslMechanism, securityProtocol]))
    .digest('base64');
  return `${brokers.map(hostAndPort).join(',')} ${secret}`;
}
