import { createHash } from 'node:crypto';
import { Producer, stringSerializers } from '@platformatic/kafka';
import { hostAndPort, type OutgoingKafka } from './outgoing';
import { DEFAULT_TIMEOUT_MS, type Sender, type SendResult } from './sender';

export interface KafkaSenderOptions {
  /** `-kafkaTimeout`: until the broker reports the record as delivered. */
  readonly timeoutMs: number;
  /** `-kafkaMaxAge`: a connection not used for so long is closed; negative means never. */
  readonly maxAgeMs: number;
  /** `-insecureNotif`: accept certificates that cannot be verified. */
  readonly insecure: boolean;
}

type TextProducer = Producer<string, string, string, string>;

interface Connection {
  readonly producer: TextProducer;
  lastUsedMs: number;
}

/** The reference keeps no code and no reason for Kafka notifications. */
const FAILED: SendResult = { kind: 'failed', reason: '' };
const SWEEP_MS = 60_000;

/** Produces notifications as records, over one producer for each set of brokers and user (spec section 9.5). */
export class KafkaSender implements Sender<OutgoingKafka> {
  readonly #connections = new Map<string, Connection>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(private readonly options: KafkaSenderOptions) {
    this.#sweeper = setInterval(() => this.#closeUnused(), SWEEP_MS);
    this.#sweeper.unref();
  }

  async send(outgoing: OutgoingKafka): Promise<SendResult> {
    const key = connectionKey(outgoing);
    const { topic, body, headers } = outgoing;
    try {
      const message = {
        topic,
        value: body,
        headers: new Map(headers),
        ...(outgoing.key !== undefined && { key: outgoing.key }),
      };
      await withDeadline(
        this.#timeoutMs,
        this.#producer(key, outgoing).send({ messages: [message], acks: -1 }),
      );
      return { kind: 'answered' };
    } catch {
      await this.#drop(key);
      return FAILED;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([...this.#connections.keys()].map((key) => this.#drop(key)));
  }

  get #timeoutMs(): number {
    return this.options.timeoutMs > 0 ? this.options.timeoutMs : DEFAULT_TIMEOUT_MS;
  }

  #producer(key: string, outgoing: OutgoingKafka): TextProducer {
    const known = this.#connections.get(key);
    if (known !== undefined) {
      known.lastUsedMs = Date.now();
      return known.producer;
    }
    const { brokers, credentials, saslMechanism, securityProtocol } = outgoing;
    const producer: TextProducer = new Producer({
      clientId: 'context-broker',
      bootstrapBrokers: brokers.map(({ host, port }) => ({ host, port })),
      serializers: stringSerializers,
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
    this.#connections.set(key, { producer, lastUsedMs: Date.now() });
    return producer;
  }

  async #drop(key: string): Promise<void> {
    const connection = this.#connections.get(key);
    if (connection === undefined) return;
    this.#connections.delete(key);
    try {
      await connection.producer.close(true);
    } catch {
      // It was broken before.
    }
  }

  #closeUnused(): void {
    if (this.options.maxAgeMs < 0) return;
    for (const [key, { lastUsedMs }] of this.#connections)
      if (Date.now() - lastUsedMs > this.options.maxAgeMs) void this.#drop(key);
  }
}

/** Names a connection without holding its password in a map key. */
function connectionKey({ brokers, credentials, saslMechanism, securityProtocol }: OutgoingKafka): string {
  const secret = createHash('sha256')
    .update(JSON.stringify([credentials, saslMechanism, securityProtocol]))
    .digest('base64');
  return `${brokers.map(hostAndPort).join(',')} ${secret}`;
}

async function withDeadline<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
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
