import type { Document } from 'mongodb';
import {
  type AggregateQuery,
  type Entity,
  type EntityQuery,
  type EntityRef,
  type EntityRewrite,
  type EntityUpdate,
  type ReadTenancy,
  type RewriteResult,
  type UpdateResult,
  type WriteTenancy,
} from '@smart-city/context';
import { pageOfNothing } from '../groups-of-nothing';
import type { ExpiryListener } from '../expiry-listener';
import type {
  EntityKey,
  EntityKeys,
  EntityPage,
  EntityStore,
  GroupPage,
  TypePage,
  TypeSummary,
} from '../entity-store';
import { isFull } from '../position';
import { renderList, type EntityListing, type ListOptions } from '../rendered-list';
import { entityKey, readEntity, readKey } from './entity-document';
import { MongoDatabases } from './mongo-databases';
import { MongoEntityIndexes } from './mongo-entity-indexes';
import { MongoExpiry } from './mongo-expiry';
import { MongoEntityUpdates } from './mongo-entity-updates';
import { compileCountFilter, compileFilter, compileSort, refFilter } from './mongo-filter';
import { positionOf } from './mongo-position';
import { groupPipeline, groupSort, readGroup } from './mongo-groups';
import { getType, listTypes } from './mongo-types';
import { rawBytes } from './ordered-bson';
import type { EntityRenderer, LdIds, LdPage, LdStoreQuery, LdTexts, TypeFact } from '../ld-query';
import { selectLd } from './ngsild/mongo-ld-select';
import { typeFacts } from './ngsild/mongo-type-facts';

const COLLECTION = 'entities';

/** Entities in MongoDB, in Orion's documents: an Orion database is served as it stands, and Orion could take it back. */
export class MongoEntityStore implements EntityStore {
  private readonly indexes: MongoEntityIndexes;
  private readonly updates: MongoEntityUpdates;
  private readonly expiry: MongoExpiry;

  private constructor(readonly databases: MongoDatabases) {
    this.indexes = new MongoEntityIndexes(databases);
    this.updates = new MongoEntityUpdates(databases);
    this.expiry = new MongoExpiry(databases);
  }

  /** Opens the store on a connection that others use too, and ensures the indexes of all tenants there are. */
  static async open(databases: MongoDatabases): Promise<MongoEntityStore> {
    const store = new MongoEntityStore(databases);
    await store.indexes.ensureAll();
    return store;
  }

  async update(tenancy: WriteTenancy, updates: readonly EntityUpdate[]): Promise<readonly UpdateResult[]> {
    const { tenant } = tenancy;
    await this.expiry.settling(tenant);
    const results = await this.updates.apply(tenancy, updates, this.indexes.ensure(tenant));
    for (const result of results) if (result.kind === 'done') this.expiry.note(tenant, result.changes);
    return results;
  }

  async rewrite<F>(
    tenant: string,
    rewrites: readonly EntityRewrite<F>[],
  ): Promise<readonly RewriteResult<F>[]> {
    await this.expiry.settling(tenant);
    const results = await this.updates.rewrite(tenant, rewrites, this.indexes.ensure(tenant));
    for (const result of results) if (result.kind === 'done') this.expiry.note(tenant, [result.change]);
    return results;
  }

  watchExpiry(listener: ExpiryListener): void {
    this.expiry.tell(listener);
  }

  async find(tenancy: ReadTenancy, ref: EntityRef, limit = 2): Promise<readonly Entity[]> {
    await this.expiry.settling(tenancy.tenant);
    const [path, ...others] = tenancy.servicePaths;
    const filter =
      ref.type && path && others.length === 0 && !path.subtree
        ? { _id: entityKey(ref.id, ref.type, path.path) as Document }
        : refFilter(tenancy, ref);
    return this.read(tenancy.tenant, filter, { limit, sort: [['creDate', 1]] });
  }

  async query(tenancy: ReadTenancy, query: EntityQuery): Promise<EntityPage> {
    const { tenant, servicePaths } = tenancy;
    await this.expiry.settling(tenant);
    const [entities, count] = await Promise.all([
      // A limit of 0 would mean "no limit" to the driver.
      query.limit === 0
        ? []
        : this.read(tenant, compileFilter(servicePaths, query), {
            sort: compileSort(query),
            skip: query.offset,
            limit: query.limit,
          }),
      query.count ? this.count(tenant, compileCountFilter(servicePaths, query)) : undefined,
    ]);
    const last = query.cursor !== undefined && isFull(entities, query) ? entities.at(-1) : undefined;
    return {
      entities,
      ...(count !== undefined && { count }),
      ...(last !== undefined && { next: positionOf(query, last) }),
    };
  }

  async findKeys({ tenant, servicePaths }: ReadTenancy, query: EntityQuery): Promise<EntityKeys> {
    await this.expiry.settling(tenant);
    const filter = compileFilter(servicePaths, query);
    const [keys, count] = await Promise.all([
      query.limit === 0 ? [] : this.readKeys(tenant, filter, query),
      query.count ? this.count(tenant, compileCountFilter(servicePaths, query)) : undefined,
    ]);
    return count === undefined ? { keys } : { keys, count };
  }

  async list(tenancy: ReadTenancy, query: EntityQuery, shown: ListOptions): Promise<EntityListing> {
    const { entities, ...rest } = await this.query(tenancy, query);
    return { json: renderList(entities, shown), ...rest };
  }

  async aggregate(
    { tenant, servicePaths }: ReadTenancy,
    query: EntityQuery,
    aggregate: AggregateQuery,
  ): Promise<GroupPage> {
    await this.expiry.settling(tenant);
    const pipeline = groupPipeline(servicePaths, query, aggregate);
    const page = [
      ...pipeline,
      ...(aggregate.groupBy.length === 0 ? [] : [{ $sort: groupSort(aggregate) }]),
      { $skip: query.offset },
      { $limit: Math.max(query.limit, 1) },
    ];
    const [rows, [counted]] = await Promise.all([
      query.limit === 0 ? [] : this.runPipeline(tenant, page),
      query.count ? this.runPipeline(tenant, [...pipeline, { $count: 'n' }]) : [],
    ]);
    // The database makes no group of nothing.
    if (aggregate.groupBy.length === 0 && rows.length === 0) return pageOfNothing(query, aggregate);
    const groups = rows.map((row) => readGroup(row, aggregate));
    return query.count ? { groups, count: Number(counted?.['n'] ?? 0) } : { groups };
  }

  async select(tenant: string, query: LdStoreQuery): Promise<LdPage> {
    await this.expiry.settling(tenant);
    return selectLd(this.databases, tenant, query);
  }

  async selectTexts(tenant: string, query: LdStoreQuery, { render }: EntityRenderer): Promise<LdTexts> {
    const { entities, ...rest } = await this.select(tenant, query);
    return { texts: entities.map(render), ...rest };
  }

  async selectIds(tenant: string, query: LdStoreQuery): Promise<LdIds> {
    const { entities, ...rest } = await this.select(tenant, query);
    return { ids: entities.map(({ id }) => id), ...rest };
  }

  async typeFacts(tenant: string): Promise<readonly TypeFact[]> {
    await this.expiry.settling(tenant);
    return typeFacts(this.databases, tenant);
  }

  async listTypes(
    tenancy: ReadTenancy,
    page: { limit: number; offset: number; detail: boolean },
  ): Promise<TypePage> {
    await this.expiry.settling(tenancy.tenant);
    return listTypes(this.databases, tenancy, page);
  }

  async getType(tenancy: ReadTenancy, type: string, detail: boolean): Promise<TypeSummary | undefined> {
    await this.expiry.settling(tenancy.tenant);
    return getType(this.databases, tenancy, type, detail);
  }

  listTenants(): Promise<readonly string[]> {
    return this.databases.listTenants();
  }

  ping(): Promise<void> {
    return this.databases.ping();
  }

  close(): Promise<void> {
    this.expiry.stop();
    return this.databases.close();
  }

  private read(
    tenant: string,
    filter: Document,
    {
      sort,
      skip,
      limit,
    }: { readonly sort?: ReturnType<typeof compileSort>; readonly skip?: number; readonly limit: number },
  ): Promise<readonly Entity[]> {
    const options = {
      ...this.databases.queryLimits,
      raw: true,
      limit,
      ...(skip ? { skip } : {}),
      ...(sort ? { sort } : {}),
    };
    return this.databases.run(
      { tenant, collection: COLLECTION, operation: 'query', detail: filter },
      async (collection) => {
        const documents = await collection.find(filter, options).toArray();
        return documents.map((bytes) => readEntity(rawBytes(bytes)).entity);
      },
    );
  }

  private runPipeline(tenant: string, pipeline: Document[]): Promise<Document[]> {
    return this.databases.run(
      { tenant, collection: COLLECTION, operation: 'aggregate', detail: pipeline },
      (collection) =>
        collection.aggregate(pipeline, { ...this.databases.queryLimits, allowDiskUse: true }).toArray(),
    );
  }

  private readKeys(tenant: string, filter: Document, query: EntityQuery): Promise<readonly EntityKey[]> {
    const sort = compileSort(query);
    const options = {
      ...this.databases.queryLimits,
      projection: { _id: 1 },
      limit: query.limit,
      skip: query.offset,
      ...(sort ? { sort } : {}),
    };
    return this.databases.run(
      { tenant, collection: COLLECTION, operation: 'query', detail: filter },
      async (collection) => {
        const documents = await collection.find(filter, options).toArray();
        return documents.map(({ _id: key }) => readKey(key));
      },
    );
  }

  private count(tenant: string, filter: Document): Promise<number> {
    return this.databases.run(
      { tenant, collection: COLLECTION, operation: 'count_documents', detail: filter },
      (collection) => collection.countDocuments(filter, this.databases.queryLimits),
    );
  }
}
