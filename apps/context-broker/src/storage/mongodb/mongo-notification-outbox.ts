import type {
  NotificationOutbox,
  OutboxEntry,
  OutboxKey,
  OutboxLane,
  OutboxPage,
} from '../notification-outbox';
import type { Filter } from 'mongodb';
import type { MongoDatabases } from './mongo-databases';

const collection = 'notificationOutbox';
const tenant = '';
const ORDER = { owner: 1, tenant: 1, subscription: 1, _id: 1 } as const;

interface StoredEntry {
  readonly _id: string;
  readonly owner: string;
  /** Orders what one broker left behind: microseconds since the epoch, or later where many come at once. */
  readonly at: number;
  /** Whose, and of which subscription: absent in what versions before 0.2 kept. */
  readonly tenant?: string;
  readonly subscription?: string;
  readonly json: string;
}

/** The outbox in a collection of its own in the default tenant's database; Orion does not look at it. */
export class MongoNotificationOutbox implements NotificationOutbox {
  private last = 0;

  constructor(
    private readonly databases: MongoDatabases,
    private readonly owner: string,
  ) {}

  async add(entries: readonly OutboxEntry[]): Promise<void> {
    const documents = entries.map(({ id, tenant: of, subscriptionId, json }): StoredEntry => ({
      _id: id,
      owner: this.owner,
      at: this.next(),
      ...(subscriptionId !== undefined && { tenant: of, subscription: subscriptionId }),
      json,
    }));
    await this.databases.run(
      { tenant, collection, operation: 'insert_one', detail: { owner: this.owner } },
      (outbox) => outbox.insertMany(documents as unknown as Record<string, unknown>[]),
    );
  }

  async remove(entries: readonly OutboxKey[]): Promise<void> {
    const filter = { _id: { $in: entries.map(({ id }) => id) } } as Record<string, unknown>;
    await this.databases.run({ tenant, collection, operation: 'remove', detail: filter }, (outbox) =>
      outbox.deleteMany(filter),
    );
  }

  async lanes(): Promise<readonly OutboxLane[]> {
    await this.databases.run({ tenant, collection, operation: 'createIndex', detail: ORDER }, (outbox) =>
      outbox.createIndex(ORDER),
    );
    const pipeline = [
      { $match: { owner: this.owner, subscription: { $exists: true } } },
      { $group: { _id: { tenant: '$tenant', subscription: '$subscription' } } },
    ];
    const found = await this.databases.run(
      { tenant, collection, operation: 'aggregate', detail: pipeline },
      (outbox) => outbox.aggregate(pipeline).toArray(),
    );
    return (found as unknown as readonly { readonly _id: Required<StoredEntry> }[]).map(
      ({ _id: { tenant: of, subscription } }) => ({ tenant: of, subscriptionId: subscription }),
    );
  }

  async read(lane: OutboxLane, { after, most, size }: OutboxPage): Promise<readonly OutboxEntry[]> {
    const { tenant: of, subscriptionId } = lane;
    const filter = { owner: this.owner, tenant: of, subscription: subscriptionId, _id: { $gt: after } };
    return this.databases.run({ tenant, collection, operation: 'query', detail: filter }, async (outbox) => {
      const entries: OutboxEntry[] = [];
      let read = 0;
      const found = outbox
        .find(filter as unknown as Filter<object>)
        .sort({ _id: 1 })
        .limit(most);
      for await (const { _id, json } of found as unknown as AsyncIterable<StoredEntry>) {
        entries.push({ id: _id, tenant: of, subscriptionId, json });
        read += json.length;
        if (read >= size) break;
      }
      return entries;
    });
  }

  async list(): Promise<readonly OutboxEntry[]> {
    const filter = { owner: this.owner, subscription: { $exists: false } };
    const found = await this.databases.run(
      { tenant, collection, operation: 'query', detail: filter },
      (outbox) => outbox.find(filter).sort({ at: 1 }).toArray(),
    );
    return (found as unknown as readonly StoredEntry[]).map(({ _id, json }) => ({ id: _id, tenant, json }));
  }

  private next(): number {
    this.last = Math.max(this.last + 1, Date.now() * 1_000);
    return this.last;
  }
}
