import type { SseChannel } from '@smart-city/ngsiv2';
import { subscriptionKey } from '../../../streams/stream-key';
import type { StreamHub } from '../../../streams/stream-hub';
import type { Outgoing } from '../../outgoing';
import { sizedPayload, type Addressing, type Channel, type ChannelTools, type SendResult } from '../channel';

export interface OutgoingSse extends Outgoing {
  readonly kind: 'sse';
}

/** Server-Sent Events to the clients that follow a subscription. */
export class SseChannelSender implements Channel<SseChannel, OutgoingSse> {
  readonly name = 'sse';
  readonly kinds = ['sse'] as const;
  private readonly streams: Pick<StreamHub, 'find'>;

  constructor({ streams }: Pick<ChannelTools, 'streams'>) {
    this.streams = streams;
  }

  compile(): Addressing<OutgoingSse> {
    return ({ written }) => ({ ...written, kind: 'sse' });
  }

  /** Clients open streams, not the broker. */
  async prepare(): Promise<void> {}

  /** Where nobody follows, and nobody has lately, it is lost. */
  send({ tenant, subscriptionId, body }: OutgoingSse): Promise<SendResult> {
    const topic = this.streams.find(subscriptionKey(tenant, subscriptionId));
    topic?.publish('notification', body);
    return Promise.resolve(
      topic === undefined
        ? { kind: 'failed', reason: 'no client follows the subscription', hasReceiver: false }
        : { kind: 'answered' },
    );
  }

  /** What is written does not wait for its readers. */
  targetOf(): string {
    return 'sse:';
  }

  withHeaders(outgoing: OutgoingSse): OutgoingSse {
    return outgoing;
  }

  settled(): void {}

  describe(
    { subscriptionId, body }: OutgoingSse,
    { kind }: SendResult,
    payload: (text: string) => string,
  ): string | undefined {
    if (kind === 'failed') return undefined;
    return `SSE Notif delivered (subId: ${subscriptionId}): ${sizedPayload('payload', body, payload)}`;
  }

  /** The hub ends streams. */
  async close(): Promise<void> {}
}
