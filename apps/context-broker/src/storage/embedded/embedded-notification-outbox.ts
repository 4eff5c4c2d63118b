import type { NotificationOutbox, OutboxEntry } from '../notification-outbox';
import type { EmbeddedDatabases } from './embedded-database';

const COLLECTION = 'outbox';

/** The outbox in the default tenant's database file, which belongs to one broker: there is nobody to keep it apart from. */
export class EmbeddedNotificationOutbox implements NotificationOutbox {
  constructor(private readonly databases: EmbeddedDatabases) {}

  async add(entries: readonly OutboxEntry[]): Promise<void> {
    await this.#table.putAll(entries);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => this.#table.delete(id)));
  }

  list(): Promise<readonly OutboxEntry[]> {
    return this.#table.list();
  }

  get #table() {
    return this.databases.documents('', COLLECTION);
  }
}
