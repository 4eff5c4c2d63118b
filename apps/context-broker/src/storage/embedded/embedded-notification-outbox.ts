import type {
  NotificationOutbox,
  OutboxEntry,
  OutboxKey,
  OutboxLane,
  OutboxPage,
} from '../notification-outbox';
import type { CommitPart } from '../commit-companion';
import { EmbeddedPart } from './commit-part';
import type { EmbeddedDatabases } from './embedded-database';
import { ROWS, VALUE } from './sql-condition';
import type { WriteOperation } from './write-operation';

/** Of versions before 0.2, and what the names of later ones begin with: each subscription has one, in the order of ids. */
const COLLECTION = 'outbox';
const LANES = `${COLLECTION}/`;
const AFTER_LANES = `${COLLECTION}0`;

const collectionOf = ({ subscriptionId }: Pick<OutboxEntry, 'subscriptionId'>): string =>
  subscriptionId === undefined ? COLLECTION : LANES + subscriptionId;

const putting = (entry: OutboxEntry): WriteOperation => [
  'putDocument',
  collectionOf(entry),
  entry.id,
  entry.json,
];

const READ = `SELECT id, doc FROM (
    SELECT id, doc, sum(length(doc)) OVER (ORDER BY id) - length(doc) AS before FROM (
      SELECT id, doc FROM documents WHERE collection = ${VALUE} AND id > ${VALUE} ORDER BY id LIMIT ${ROWS}))
  WHERE before < ${VALUE} ORDER BY id`;

/**
 * The outbox of a tenant lies in the tenant's file, beside the entities, so that one commit holds an entity and the
 * notifications of its change. The file belongs to one broker: there is nobody to keep it apart from.
 */
export class EmbeddedNotificationOutbox implements NotificationOutbox {
  constructor(private readonly databases: EmbeddedDatabases) {}

  partOf(entries: readonly OutboxEntry[]): CommitPart {
    return new EmbeddedPart(entries.map(putting));
  }

  async add(entries: readonly OutboxEntry[]): Promise<void> {
    await Promise.all(
      [...byTenant(entries)].map(async ([tenant, own]) =>
        (await this.databases.create(tenant)).writer.write(own.map(putting)),
      ),
    );
  }

  async remove(entries: readonly OutboxKey[]): Promise<void> {
    await Promise.all(
      [...byTenant(entries)].map(async ([tenant, own]) =>
        (await this.databases.existing(tenant))?.writer.write(
          own.map((key): WriteOperation => ['deleteDocument', collectionOf(key), key.id]),
        ),
      ),
    );
  }

  async lanes(): Promise<readonly OutboxLane[]> {
    const lanes: OutboxLane[] = [];
    await this.databases.forEachTenant(async (tenant) => {
      const database = await this.databases.existing(tenant);
      const rows =
        database?.read(
          `SELECT DISTINCT collection FROM documents WHERE collection > ${VALUE} AND collection < ${VALUE}`,
          LANES,
          AFTER_LANES,
        ) ?? [];
      for (const [name] of rows) lanes.push({ tenant, subscriptionId: String(name).slice(LANES.length) });
    });
    return lanes;
  }

  async read({ tenant, subscriptionId }: OutboxLane, page: OutboxPage): Promise<readonly OutboxEntry[]> {
    const database = await this.databases.existing(tenant);
    const rows =
      database?.read(READ, collectionOf({ subscriptionId }), page.after, page.most, page.size) ?? [];
    return rows.map(([id, json]) => ({ id: String(id), tenant, subscriptionId, json: String(json) }));
  }

  async list(): Promise<readonly OutboxEntry[]> {
    const entries: OutboxEntry[] = [];
    await this.databases.forEachTenant(async (tenant) => {
      for (const document of await this.databases.documents(tenant, COLLECTION).list())
        entries.push({ ...document, tenant });
    });
    return entries;
  }
}

function byTenant<Key extends OutboxKey>(entries: readonly Key[]): ReadonlyMap<string, readonly Key[]> {
  const tenants = new Map<string, Key[]>();
  for (const entry of entries) {
    const own = tenants.get(entry.tenant);
    if (own === undefined) tenants.set(entry.tenant, [entry]);
    else own.push(entry);
  }
  return tenants;
}
