import type { NotificationOutbox, OutboxEntry, OutboxKey } from '../notification-outbox';
import type { MongoDatabases } from './mongo-databases';

const collection = 'notificationOutbox';
const tenant = '';

interface StoredEntry {
  readonly _id: string;
  readonly owner: string;
  /** Orders what one broker left behind: microseconds since the epoch, or later where many come at once. */
  readonly at: number;
  readonly json: string;
}

/** The outbox in a collection of its own in the default tenant's database; Orion does not look at it. */
export class MongoNotificationOutbox implements NotificationOutbox {
  readonly isInCommit = false;
  private last = 0;

  constructor(
    private readonly databases: MongoDatabases,
    private readonly owner: string,
  ) {}

  async add(entries: readonly OutboxEntry[]): Promise<void> {
    const documents = entries.map(({ id, json }): StoredEntry => ({
      _id: id,
      owner: this.owner,
      at: this.next(),
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

  async list(): Promise<readonly OutboxEntry[]> {
    const filter = { owner: this.owner };
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
