import type { CommitPart } from '../../storage/commit-companion';
import type { NotificationOutbox, OutboxEntry, OutboxKey } from '../../storage/notification-outbox';
import type { DeadLetters } from './dead-letters/dead-letters';
import type { DeliveryLedger } from './delivery-ledger';
import type { DeliveryQueue } from './delivery-queue';
import { OutboxWindow } from './outbox-window';
import type { Outgoing } from './outgoing';

/** Settled entries leave the outbox together. */
const OUTBOX_SWEEP_MS = 200;

/** Told of what an outbox could not do. */
type OnError = (what: string, error: unknown) => void;

/** Takes notifications that are written: keeps them if there is an outbox, and queues them. */
export class Acceptance {
  /** Whether {@link accept} makes notifications durable. */
  readonly keeps: boolean;
  /** Whether there is nothing to {@link accept} but to queue. */
  readonly onlyQueues: boolean;
  private toRemove: OutboxKey[] = [];
  /** Notifications that lie elsewhere than one would look, by id: older versions chose otherwise. */
  private readonly restored = new Map<string, OutboxKey>();
  private readonly window: OutboxWindow | undefined;
  private sweeper: NodeJS.Timeout | undefined;

  constructor(
    /** `-simulatedNotification`: count, send nothing. */
    private readonly isSimulated: boolean,
    private readonly queue: Pick<DeliveryQueue, 'offer'>,
    private readonly ledger: Pick<DeliveryLedger, 'dropped' | 'simulated'>,
    private readonly outbox: NotificationOutbox | undefined,
    private readonly onError: OnError,
    /** Where what is given up is kept, if it is. */
    private readonly letters?: Pick<DeadLetters, 'dropped'>,
  ) {
    this.keeps = outbox !== undefined && !isSimulated;
    if (this.keeps)
      this.window = new OutboxWindow(outbox!, queue, onError, (outgoing, { id, tenant, subscriptionId }) => {
        if (tenant !== outgoing.tenant)
          this.restored.set(id, { id, tenant, subscriptionId: subscriptionId! });
      });
    this.onlyQueues = outbox === undefined && !isSimulated;
  }

  /** Whether the store keeps notifications in the commit of the changes that caused them. */
  get isInCommit(): boolean {
    return this.keeps && this.outbox!.partOf !== undefined;
  }

  /** Notifications as a part of that commit, where {@link isInCommit}. */
  partOf(batch: readonly Outgoing[]): CommitPart {
    return this.outbox!.partOf!(batch.map(entryOf));
  }

  /** Queues what a broker that ended left in the outbox. What this version cannot send stays there, and is logged. */
  async start(): Promise<void> {
    if (this.outbox === undefined) return;
    for (const entry of await this.outbox.list()) this.restore(entry);
    await this.window?.start();
    this.sweeper = setInterval(() => void this.sweep(), OUTBOX_SWEEP_MS);
    this.sweeper.unref();
  }

  /** @returns a promise only with an outbox: resolves once everything is kept (or could not be, which is logged) */
  accept(batch: readonly Outgoing[]): void | Promise<void> {
    if (this.isSimulated) {
      for (const _outgoing of batch) this.ledger.simulated();
      return undefined;
    }
    if (this.outbox !== undefined) return this.keepAndQueue(this.outbox, batch);
    for (const outgoing of batch) this.acceptKept(outgoing);
    return undefined;
  }

  /** Queues a notification that the outbox has already, or that none has to have. */
  acceptKept(outgoing: Outgoing): void {
    if (this.window !== undefined) this.window.offer(outgoing);
    else if (!this.queue.offer(outgoing)) this.dropped(outgoing);
  }

  /** The queue had no room for it. */
  dropped(outgoing: Outgoing): void {
    this.ledger.dropped(outgoing);
    this.settledOnce(outgoing, this.letters?.dropped(outgoing));
  }

  /** As {@link settled}, once it is kept elsewhere; the outbox keeps what could not be. */
  settledOnce(outgoing: Outgoing, kept: Promise<void> | undefined): void {
    if (kept === undefined) return this.settled(outgoing);
    kept.then(
      () => this.settled(outgoing),
      () => undefined,
    );
  }

  /** A notification is delivered, or will not be tried again: the outbox lets go of it soon. */
  settled(outgoing: Outgoing): void {
    if (this.outbox === undefined) return;
    const { id, tenant, subscriptionId } = outgoing;
    this.toRemove.push(this.restored.get(id) ?? { id, tenant, subscriptionId });
    this.restored.delete(id);
    this.window?.settled(outgoing);
  }

  async stop(): Promise<void> {
    clearInterval(this.sweeper);
    await this.sweep();
  }

  async sweep(): Promise<void> {
    void this.window?.readAll();
    const settled = this.toRemove;
    if (this.outbox === undefined || settled.length === 0) return;
    this.toRemove = [];
    try {
      await this.outbox.remove(settled);
      this.window?.removed(settled.map(({ id }) => id));
    } catch (error) {
      this.toRemove.push(...settled);
      this.onError('remove settled notifications from the outbox', error);
    }
  }

  private restore({ id, tenant, json }: OutboxEntry): void {
    try {
      this.queue.offer(JSON.parse(json) as Outgoing, true);
      this.restored.set(id, { id, tenant });
    } catch (error) {
      this.onError(`queue notification ${id} of the outbox`, error);
    }
  }

  private async keepAndQueue(outbox: NotificationOutbox, batch: readonly Outgoing[]): Promise<void> {
    try {
      await outbox.add(batch.map(entryOf));
    } catch (error) {
      this.onError('keep notifications in the outbox', error);
      // They are not on disk: only the queue can have them.
      for (const outgoing of batch) if (!this.queue.offer(outgoing)) this.dropped(outgoing);
      return;
    }
    for (const outgoing of batch) this.acceptKept(outgoing);
  }
}

/** A notification as an outbox keeps it. */
export const entryOf = (outgoing: Outgoing): OutboxEntry => ({
  id: outgoing.id,
  tenant: outgoing.tenant,
  subscriptionId: outgoing.subscriptionId,
  json: JSON.stringify(outgoing),
});
