import type { FlowControl } from '../cli/notification-mode';
import { setTimeout as delay } from 'node:timers/promises';
import type { NotificationOutbox } from '../storage/notification-outbox';
import type { Delivery } from './delivery';
import type { DeliveryLedger } from './delivery-ledger';
import { NotificationQueues, type QueueOptions } from './notification-queues';
import type { Outgoing } from './outgoing';
import { QueueStatistics } from './queue-statistics';

export interface DispatcherOptions extends QueueOptions {
  /** `-simulatedNotification`: count, send nothing. */
  readonly isSimulated: boolean;
  readonly flowControl: FlowControl | undefined;
  /** `-stopDrain`: how long a stopping broker goes on sending what waits. */
  readonly drainMs: number;
}

/** Settled entries leave the outbox together. */
const OUTBOX_SWEEP_MS = 200;

/** Takes notifications that are written, keeps them if asked to, queues them, sends them, and has the outcome written down. */
export class Dispatcher {
  readonly statistics = new QueueStatistics();
  readonly queues: NotificationQueues;
  #settled: string[] = [];
  #sweeper: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: DispatcherOptions,
    private readonly delivery: Delivery,
    private readonly ledger: DeliveryLedger,
    private readonly outbox: NotificationOutbox | undefined,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    this.queues = new NotificationQueues(options, this.statistics, (outgoing) => this.#deliver(outgoing));
  }

  /** Sends what a broker that ended left in the outbox. */
  async start(): Promise<void> {
    if (this.outbox === undefined) return;
    for (const { json } of await this.outbox.list()) this.queues.restore(JSON.parse(json) as Outgoing);
    this.#sweeper = setInterval(() => void this.#sweep(), OUTBOX_SWEEP_MS);
    this.#sweeper.unref();
  }

  /** Whether {@link dispatch} makes notifications durable. */
  get keeps(): boolean {
    return this.outbox !== undefined && !this.options.isSimulated;
  }

  /** @returns a promise only with an outbox: resolves once everything is kept (or could not be, which is logged) */
  dispatch(batch: readonly Outgoing[]): void | Promise<void> {
    if (this.options.isSimulated) {
      for (const _outgoing of batch) this.ledger.simulated();
      return undefined;
    }
    if (this.outbox !== undefined) return this.#keepAndEnqueue(this.outbox, batch);
    for (const outgoing of batch) this.#enqueue(outgoing);
    return undefined;
  }

  /**
   * Flow control: how far the queue of a tenant has to come down before a request is answered (spec section 5.5). Ask
   * before its notifications are dispatched.
   *
   * @param notifications  how many the request causes; with a gauge of 1 all of them must have left the queue, with 0 none
   * @returns              undefined without flow control
   */
  queueTarget(tenant: string, notifications: number): number | undefined {
    const { flowControl } = this.options;
    return flowControl && this.queues.sizeFor(tenant) + (1 - flowControl.gauge) * notifications;
  }

  /** Waits until the queue has come down to a {@link queueTarget}, in steps, at most for the configured time. */
  async settle(tenant: string, target: number): Promise<void> {
    const { flowControl } = this.options;
    if (flowControl === undefined) return;
    const deadline = performance.now() + flowControl.maxIntervalMs;
    while (this.queues.sizeFor(tenant) > target && performance.now() < deadline)
      await delay(Math.max(1, flowControl.stepDelayMs));
  }

  /**
   * Sends on for a limited while, then gives up what still waits (an outbox keeps it).
   *
   * @returns how many notifications still waited
   */
  async stop(): Promise<number> {
    await Promise.race([this.queues.whenIdle(), delay(this.options.drainMs, undefined, { ref: false })]);
    const { size } = this.queues;
    this.queues.close();
    await this.delivery.close();
    clearInterval(this.#sweeper);
    await this.#sweep();
    return size;
  }

  async #keepAndEnqueue(outbox: NotificationOutbox, batch: readonly Outgoing[]): Promise<void> {
    try {
      await outbox.add(batch.map((outgoing) => ({ id: outgoing.id, json: JSON.stringify(outgoing) })));
    } catch (error) {
      this.onError('keep notifications in the outbox', error);
    }
    for (const outgoing of batch) this.#enqueue(outgoing);
  }

  #enqueue(outgoing: Outgoing): void {
    if (this.queues.offer(outgoing)) return;
    this.ledger.dropped(outgoing);
    if (this.outbox !== undefined) this.#settled.push(outgoing.id);
  }

  async #deliver(outgoing: Outgoing): Promise<void> {
    const result = await this.delivery.send(outgoing);
    if (result === undefined) return;
    if (this.options.mode.kind === 'threadpool') this.statistics.noteSent(result.kind === 'answered');
    this.ledger.settled(outgoing, result);
    if (this.outbox !== undefined) this.#settled.push(outgoing.id);
  }

  async #sweep(): Promise<void> {
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
}
