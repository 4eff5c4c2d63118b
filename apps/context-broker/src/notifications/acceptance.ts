import type { NotificationOutbox } from '../storage/notification-outbox';
import type { DeliveryLedger } from './delivery-ledger';
import type { DeliveryQueue } from './delivery-queue';
import type { Outgoing } from './outgoing';

/** Settled entries leave the outbox together. */
const OUTBOX_SWEEP_MS = 200;

/** Told of what an outbox could not do. */
type OnError = (what: string, error: unknown) => void;

/** Takes notifications that are written: keeps them if there is an outbox, and queues them. */
export class Acceptance {
  #settled: string[] = [];
  #sweeper: NodeJS.Timeout | undefined;

  constructor(
    /** `-simulatedNotification`: count, send nothing. */
    private readonly isSimulated: boolean,
    private readonly queue: DeliveryQueue,
    private readonly ledger: DeliveryLedger,
    private readonly outbox: NotificationOutbox | undefined,
    private readonly onError: OnError,
  ) {}

  /** Whether {@link accept} makes notifications durable. */
  get keeps(): boolean {
    return this.outbox !== undefined && !this.isSimulated;
  }

  /** Queues what a broker that ended left in the outbox. */
  async start(): Promise<void> {
    if (this.outbox === undefined) return;
    for (const { json } of await this.outbox.list()) this.queue.restore(JSON.parse(json) as Outgoing);
    this.#sweeper = setInterval(() => void this.sweep(), OUTBOX_SWEEP_MS);
    this.#sweeper.unref();
  }

  /** @returns a promise only with an outbox: resolves once everything is kept (or could not be, which is logged) */
  accept(batch: readonly Outgoing[]): void | Promise<void> {
    if (this.isSimulated) {
      for (const _outgoing of batch) this.ledger.simulated();
      return undefined;
    }
    if (this.outbox !== undefined) return this.#keepAndQueue(this.outbox, batch);
    for (const outgoing of batch) this.#queue(outgoing);
    return undefined;
  }

  /** A notification is delivered, or will not be tried again: the outbox lets go of it soon. */
  settled(outgoing: Outgoing): void {
    if (this.outbox !== undefined) this.#settled.push(outgoing.id);
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    await this.sweep();
  }

  async sweep(): Promise<void> {
    const ids = this.#settled;
    if (this.outbox === undefined || ids.length === 0) return;
    this.#settled = [];
    try {
      await this.outbox.remove(ids);
    } catch (error) {
      this.#settled.push(...ids);
      this.onError('remove settled notifications from the outbox', error);
    }
  }

  async #keepAndQueue(outbox: NotificationOutbox, batch: readonly Outgoing[]): Promise<void> {
    try {
      await outbox.add(batch.map((outgoing) => ({ id: outgoing.id, json: JSON.stringify(outgoing) })));
    } catch (error) {
      this.onError('keep notifications in the outbox', error);
    }
    for (const outgoing of batch) this.#queue(outgoing);
  }

  #queue(outgoing: Outgoing): void {
    if (this.queue.offer(outgoing)) return;
    this.ledger.dropped(outgoing);
    this.settled(outgoing);
  }
}
