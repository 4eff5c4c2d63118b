import type { CreateIndexesOptions, IndexSpecification } from 'mongodb';
import { NgsiError } from '@smart-city/context';
import { FIRST_END, PLACES } from './entity-document';
import type { MongoDatabases } from './mongo-databases';

const COLLECTION = 'entities';

const INDEXES: readonly { readonly key: IndexSpecification; readonly options: CreateIndexesOptions }[] = [
  { key: { 'location.coords': '2dsphere' }, options: {} },
  { key: { [`${PLACES}.geometry`]: '2dsphere' }, options: {} },
  { key: { [FIRST_END]: 1 }, options: { sparse: true } },
  { key: { '_id.id': 1 }, options: {} },
  { key: { expDate: 1 }, options: { expireAfterSeconds: 0 } },
];

/**
 * The two indexes Orion ensures at start and for each new tenant: the location for geo-queries, and the expiry date by
 * which the server removes transient entities. Of our own are the one of the geometries that NGSI-LD writes beside the
 * location, the one of ends of attributes, and the one of ids: NGSI-LD knows an entity by its id alone. Others are the
 * administrator's.
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

  /**
   * For one tenant; a second call costs nothing.
   *
   * @throws NgsiError 'InternalServerError' when the database is away; the next call tries again
   */
  ensure(tenant: string): Promise<void> {
    const present = this.ensured.get(tenant);
    if (present) return present;
    const created = this.createAll(tenant);
    this.ensured.set(tenant, created);
    created.catch(() => this.ensured.delete(tenant));
    return created;
  }

  private async createAll(tenant: string): Promise<void> {
    for (const { key, options } of INDEXES) {
      const operation = { tenant, collection: COLLECTION, operation: 'createIndex', detail: key };
      await this.mongo
        .run(operation, (collection) => collection.createIndex(key, options))
        .catch((error: unknown) => this.tolerate(error));
    }
  }

  private tolerate(error: unknown): void {
    if (!isRefusal(error)) throw error;
    if (!this.warned) this.mongo.monitor?.warn?.(`index not created: ${String(error)}`);
    this.warned = true;
  }
}

/** The server answered, and said no. */
const isRefusal = (error: unknown): boolean =>
  error instanceof NgsiError && error.cause instanceof Error && error.cause.name === 'MongoServerError';
