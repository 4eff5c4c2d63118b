import type { Collection } from 'mongodb';
import type { MongoDatabases } from './mongo-databases';

const COLLECTION = 'entities';

/**
 * The two indexes Orion ensures at start and for each new tenant: the location for geo-queries, and the expiry date by
 * which the server removes transient entities. Others are the administrator's.
 *
 * A server that refuses one (no geo index in some MongoDB-compatible servers, a user without the right) is used without
 * it; that is said once.
 */
export class MongoEntityIndexes {
  private readonly ensured = new Map<string, Promise<void>>();
  private warned = false;

  constructor(private readonly mongo: MongoDatabases) {}

  /** For every tenant that has a database now. */
  async ensureAll(): Promise<void> {
    const tenants = await this.mongo.listTenants().catch(() => ['']);
    await Promise.all(tenants.map((tenant) => this.ensure(tenant)));
  }

  /** For one tenant; a second call costs nothing. Never rejects. */
  ensure(tenant: string): Promise<void> {
    const present = this.ensured.get(tenant);
    if (present) return present;
    const created = this.create(tenant);
    this.ensured.set(tenant, created);
    return created;
  }

  private async create(tenant: string): Promise<void> {
    const collection = this.mongo.database(tenant).collection(COLLECTION);
    try {
      await this.createIndex(collection, 'location.coords', (name) =>
        collection.createIndex({ [name]: '2dsphere' }),
      );
      await this.createIndex(collection, 'expDate', (name) =>
        collection.createIndex({ [name]: 1 }, { expireAfterSeconds: 0 }),
      );
    } catch {
      // The database is away: the operation that needs the tenant says so, and the next one tries again.
      this.ensured.delete(tenant);
    }
  }

  private async createIndex(
    { dbName }: Collection,
    name: string,
    create: (name: string) => Promise<unknown>,
  ): Promise<void> {
    try {
      await create(name);
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
      if (!this.warned)
        this.mongo.monitor?.warn?.(
          `Database Error (no index on ${dbName}.${COLLECTION} ${name}: ${String(cause)})`,
        );
      this.warned = true;
    }
  }
}

/** The server answered, and said no. */
const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'MongoServerError';
