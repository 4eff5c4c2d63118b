import type { NotificationOutbox, OutboxEntry, OutboxLane } from '../../storage/notification-outbox';
import type { DeliveryQueue } from './delivery-queue';
import type { Outgoing } from './outgoing';

/** Notifications of a subscription that are read at a time. */
const PAGE = 250;
/** Characters that are read at a time, about. */
const PAGE_SIZE = 4_194_304;

/** A subscription whose further notifications wait in the outbox only. */
interface OnDisk {
  readonly lane: OutboxLane;
  /** All with smaller ids were queued. */
  readTo: string;
  /** Whether one came since the last reading began. */
  hasMore: boolean;
  isReading: boolean;
  /** The queue had no room: it is tried again after a while, not for each notification that ends. */
  isHeldUp: boolean;
}

/**
 * Queues what the outbox has kept, as far as there is room in memory. Of a subscription for which there is none, nothing more
 * is queued: it waits in the outbox and is read from there, in order, as the queue empties.
 */
export class OutboxWindow {
  private readonly onDisk = new Map<string, OnDisk>();
  /** Notifications that are queued, or settled and still in the outbox. */
  private readonly known = new Set<string>();
  /** How many of each subscription are queued. */
  private readonly queued = new Map<string, number>();

  constructor(
    private readonly outbox: NotificationOutbox,
    private readonly queue: Pick<DeliveryQueue, 'offer'>,
    private readonly onError: (what: string, error: unknown) => void,
    /** Told of a notification that lies under another tenant than its own. */
    private readonly onFound: (outgoing: Outgoing, entry: OutboxEntry) => void,
  ) {}

  /** Subscriptions of which something waits on disk only. */
  get size(): number {
    return this.onDisk.size;
  }

  /** What a broker that ended left in the outbox is read as there is room. */
  async start(): Promise<void> {
    for (const lane of await this.outbox.lanes()) this.wait(keyOf(lane), lane);
    await this.readAll();
  }

  /** Takes a notification that the outbox has. */
  offer(outgoing: Outgoing): void {
    const { id } = outgoing;
    if (this.known.has(id)) return;
    const key = keyOf(outgoing);
    const waiting = this.onDisk.get(key);
    if (waiting === undefined) {
      if (!this.enqueue(key, outgoing)) this.wait(key, outgoing);
      return;
    }
    waiting.hasMore = true;
    if (id <= waiting.readTo) waiting.readTo = '';
  }

  /** A notification will not be tried again. It may be in the outbox for a while. */
  settled({ id, tenant, subscriptionId }: Outgoing): void {
    if (!this.known.has(id)) return;
    const key = keyOf({ tenant, subscriptionId });
    const left = (this.queued.get(key) ?? 1) - 1;
    if (left === 0) this.queued.delete(key);
    else this.queued.set(key, left);
    const waiting = this.onDisk.get(key);
    if (waiting !== undefined && !waiting.isHeldUp && left < PAGE) void this.read(key, waiting);
  }

  /** They are in the outbox no more. */
  removed(ids: Iterable<string>): void {
    for (const id of ids) this.known.delete(id);
  }

  /** Reads on where there is room: other subscriptions may have made it. */
  async readAll(): Promise<void> {
    await Promise.all([...this.onDisk].map(([key, waiting]) => this.read(key, waiting)));
  }

  private wait(key: string, { tenant, subscriptionId }: OutboxLane): void {
    const lane = { tenant, subscriptionId };
    this.onDisk.set(key, { lane, readTo: '', hasMore: true, isReading: false, isHeldUp: false });
  }

  /** @returns false when there is no room @throws NoSuchChannel */
  private enqueue(key: string, outgoing: Outgoing): boolean {
    this.known.add(outgoing.id);
    this.queued.set(key, (this.queued.get(key) ?? 0) + 1);
    let isTaken = false;
    try {
      isTaken = this.queue.offer(outgoing);
    } finally {
      if (!isTaken) {
        this.known.delete(outgoing.id);
        const left = this.queued.get(key)! - 1;
        if (left === 0) this.queued.delete(key);
        else this.queued.set(key, left);
      }
    }
    return isTaken;
  }

  /** Never rejects. */
  private async read(key: string, waiting: OnDisk): Promise<void> {
    if (waiting.isReading) return;
    waiting.isReading = true;
    try {
      while ((this.queued.get(key) ?? 0) < PAGE) {
        waiting.hasMore = false;
        const { lane, readTo } = waiting;
        const entries = await this.outbox.read(lane, { after: readTo, most: PAGE, size: PAGE_SIZE });
        const isAtEnd = entries.length === 0 && !waiting.hasMore && waiting.readTo === readTo;
        if (isAtEnd) this.onDisk.delete(key);
        if (isAtEnd) return;
        waiting.isHeldUp = !this.enqueueAll(key, waiting, entries);
        if (waiting.isHeldUp) return;
      }
    } catch (error) {
      this.onError('read notifications from the outbox', error);
    } finally {
      waiting.isReading = false;
    }
  }

  /** @returns false when there is no room for all */
  private enqueueAll(key: string, waiting: OnDisk, entries: readonly OutboxEntry[]): boolean {
    for (const entry of entries) {
      if (!this.known.has(entry.id) && !this.enqueueFound(key, entry)) return false;
      waiting.readTo = entry.id;
    }
    return true;
  }

  /** What this version cannot send stays in the outbox, and is logged. */
  private enqueueFound(key: string, entry: OutboxEntry): boolean {
    try {
      const outgoing = JSON.parse(entry.json) as Outgoing;
      this.onFound(outgoing, entry);
      return this.enqueue(key, outgoing);
    } catch (error) {
      this.onError(`queue notification ${entry.id} of the outbox`, error);
      return true;
    }
  }
}

const keyOf = ({ tenant, subscriptionId }: OutboxLane): string => `${tenant}/${subscriptionId}`;
