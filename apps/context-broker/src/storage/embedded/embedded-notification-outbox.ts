import type { UpdateResult } from '@smart-city/ngsi';
import type {
  Accompany,
  Companion,
  NotificationOutbox,
  OutboxEntry,
  OutboxKey,
} from '../notification-outbox';
import type { EmbeddedDatabases } from './embedded-database';
import type { TenantDatabase } from './tenant-database';

const COLLECTION = 'outbox';

/**
 * The outbox of a tenant lies in the tenant's file, beside the entities, so that one commit holds an entity and the
 * notifications of its change. The file belongs to one broker: there is nobody to keep it apart from.
 */
export class EmbeddedNotificationOutbox implements NotificationOutbox {
  readonly isInCommit = true;

  constructor(private readonly databases: EmbeddedDatabases) {}

  async add(entries: readonly OutboxEntry[]): Promise<void> {
    const tenants = new Set(entries.map(({ tenant }) => tenant));
    await Promise.all(
      [...tenants].map((tenant) =>
        this.table(tenant).putAll(entries.filter((entry) => entry.tenant === tenant)),
      ),
    );
  }

  async remove(entries: readonly OutboxKey[]): Promise<void> {
    await Promise.all(entries.map(({ id, tenant }) => this.table(tenant).delete(id)));
  }

  async list(): Promise<readonly OutboxEntry[]> {
    const entries: OutboxEntry[] = [];
    for (const tenant of await this.databases.listTenants())
      for (const document of await this.table(tenant).list()) entries.push({ ...document, tenant });
    return entries;
  }

  private table(tenant: string) {
    return this.databases.documents(tenant, COLLECTION);
  }
}

/** Writes what has to become durable with changes to the same file in this turn of the event loop: one commit takes all, or none. */
export function accompanied(
  database: TenantDatabase,
  results: readonly UpdateResult[],
  accompany: Accompany,
): Promise<void> | undefined {
  const changes = results.flatMap((result) => (result.kind === 'done' ? result.changes : []));
  const companion = changes.length === 0 ? undefined : accompany(changes);
  return companion && writeCompanion(database, companion);
}

const writeCompanion = (database: TenantDatabase, { entries, settled }: Companion): Promise<void> =>
  database.writer.write(
    entries.map(({ id, json }) => ['putDocument', COLLECTION, id, json]),
    settled,
  );
