import { setTimeout as delay } from 'node:timers/promises';
import { traceHeaders, type Span, type TraceContext, type Tracing } from '@smart-city/telemetry';
import { causeOf, type SendResult } from './channels/channel';
import type { Channels } from './channels/channels';
import type { Outgoing } from './outgoing';

export interface RetryOptions {
  /** Attempts after the first one; 0: none, as the original. */
  readonly retries: number;
  /** Wait before the first retry; it doubles from one to the next. */
  readonly baseMs: number;
  readonly maxMs: number;
}

/** Told of every notification that was delivered or will not be tried again, and after how many attempts. */
export type OnSettled = (outgoing: Outgoing, result: SendResult, attempts: number) => void;

/** Told of every attempt when it has ended. @param startedAtMs  milliseconds since the epoch */
export type OnAttempt = (outgoing: Outgoing, result: SendResult, startedAtMs: number) => void;

/** Delivers a notification by its channel, again and again as far as the options say. Never rejects. */
export class Delivery {
  private readonly stop = new AbortController();

  constructor(
    private readonly channels: Channels,
    private readonly retry: RetryOptions,
    private readonly onSettled: OnSettled,
    private readonly tracing?: Tracing,
    private readonly onAttempt?: OnAttempt,
  ) {}

  targetOf(outgoing: Outgoing): string {
    return this.channels.of(outgoing).targetOf(outgoing);
  }

  /** @returns how the last attempt ended; undefined when the broker stopped in between */
  async deliver(outgoing: Outgoing): Promise<SendResult | undefined> {
    for (let attempt = 0; ; attempt++) {
      const result = await (this.onAttempt === undefined
        ? this.attempt(outgoing)
        : this.toldAttempt(outgoing, this.onAttempt));
      if (attempt >= this.retry.retries || !isWorthRetrying(result)) {
        this.onSettled(outgoing, result, attempt + 1);
        return result;
      }
      try {
        await delay(waitMs(attempt, this.retry), undefined, { signal: this.stop.signal });
      } catch {
        return undefined;
      }
    }
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.channels.close();
  }

  private async toldAttempt(outgoing: Outgoing, tell: OnAttempt): Promise<SendResult> {
    const startedAtMs = Date.now();
    const result = await this.attempt(outgoing);
    tell(outgoing, result, startedAtMs);
    return result;
  }

  private attempt(outgoing: Outgoing): Promise<SendResult> {
    if (this.tracing !== undefined) return this.traced(this.tracing, outgoing);
    return outgoing.trace === undefined
      ? this.channels.of(outgoing).send(outgoing)
      : this.send(outgoing, outgoing.trace);
  }

  private async traced(tracing: Tracing, outgoing: Outgoing): Promise<SendResult> {
    const attributes = {
      'fiware.subscription': outgoing.subscriptionId,
      'fiware.service': outgoing.service,
      'fiware.correlator': outgoing.correlator,
      'server.address': this.targetOf(outgoing),
    };
    const span = tracing.startClient(`notify ${outgoing.kind}`, attributes, outgoing.trace);
    const result = await this.send(outgoing, span.context);
    endSpan(span, result);
    return result;
  }

  private send(outgoing: Outgoing, trace: TraceContext): Promise<SendResult> {
    const channel = this.channels.of(outgoing);
    return channel.send(channel.withHeaders(outgoing, Object.entries(traceHeaders(trace))));
  }
}

function endSpan(span: Span, result: SendResult): void {
  if (result.kind === 'failed') return span.end({ error: causeOf(result) });
  const { code } = result;
  span.end({
    attributes: { 'http.response.status_code': code },
    ...(code !== undefined && code >= 400 && { error: String(code) }),
  });
}

/** No answer, or one that says that it may go better later. */
const isWorthRetrying = (result: SendResult): boolean =>
  (result.kind === 'failed' && result.hasReceiver !== false) ||
  (result.kind === 'answered' &&
    result.code !== undefined &&
    (result.code >= 500 || result.code === 429 || result.code === 408));

/** Half of the wait is random, so that subscribers of a receiver that came back do not all call at once. */
const waitMs = (attempt: number, { baseMs, maxMs }: RetryOptions): number => {
  const full = Math.min(maxMs, baseMs * 2 ** attempt);
  return full / 2 + (Math.random() * full) / 2;
};
