import { setTimeout as delay } from 'node:timers/promises';
import type { Tracing } from '@smart-city/telemetry';
import type { Outgoing, OutgoingHttp, OutgoingKafka, OutgoingMqtt } from './outgoing';
import type { Sender, SendResult } from './sender';
import { carrying, endDelivery, startDelivery } from './traced-outgoing';

export interface RetryOptions {
  /** Attempts after the first one; 0: none, as the reference. */
  readonly retries: number;
  /** Wait before the first retry; it doubles from one to the next. */
  readonly baseMs: number;
  readonly maxMs: number;
}

export interface Senders {
  readonly http: Sender<OutgoingHttp>;
  readonly mqtt: Sender<OutgoingMqtt>;
  readonly kafka: Sender<OutgoingKafka>;
}

/** Sends a notification by the sender of its kind, again and again as far as the options say. Never rejects. */
export class Delivery {
  readonly #stop = new AbortController();

  constructor(
    private readonly senders: Senders,
    private readonly retry: RetryOptions,
    private readonly tracing?: Tracing,
  ) {}

  /** @returns how the last attempt ended; undefined when the broker stopped in between */
  async send(outgoing: Outgoing): Promise<SendResult | undefined> {
    for (let attempt = 0; ; attempt++) {
      const result = await this.#sendOnce(outgoing);
      if (attempt >= this.retry.retries || !isWorthRetrying(result)) return result;
      try {
        await delay(waitMs(attempt, this.retry), undefined, { signal: this.#stop.signal });
      } catch {
        return undefined;
      }
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.senders.http.close(), this.senders.mqtt.close(), this.senders.kafka.close()]);
  }

  async #sendOnce(outgoing: Outgoing): Promise<SendResult> {
    if (!this.tracing) return this.#transmit(carrying(outgoing, outgoing.trace));
    const span = startDelivery(this.tracing, outgoing);
    const result = await this.#transmit(carrying(outgoing, span.context));
    endDelivery(span, result);
    return result;
  }

  async #transmit(outgoing: Outgoing): Promise<SendResult> {
    switch (outgoing.kind) {
      case 'http':
        return this.senders.http.send(outgoing);
      case 'mqtt':
        return this.senders.mqtt.send(outgoing);
      case 'kafka':
        return this.senders.kafka.send(outgoing);
    }
  }
}

/** No answer, or one that says that it may go better later. */
const isWorthRetrying = (result: SendResult): boolean =>
  result.kind === 'failed' ||
  (result.code !== undefined && (result.code >= 500 || result.code === 429 || result.code === 408));

/** Half of the wait is random, so that subscribers of a receiver that came back do not all call at once. */
const waitMs = (attempt: number, { baseMs, maxMs }: RetryOptions): number => {
  const full = Math.min(maxMs, baseMs * 2 ** attempt);
  return full / 2 + (Math.random() * full) / 2;
};
