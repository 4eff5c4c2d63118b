import {
  matchesServicePath,
  type AggregateQuery,
  type Entity,
  type EntityQuery,
  type EntityRef,
  type ReadTenancy,
} from '@smart-city/context';
import { pageOfNothing } from '../groups-of-nothing';
import type { EntityKeys, EntityPage, EntityStore, GroupPage, TypePage, TypeSummary } from '../entity-store';
import type { AtHand } from '../../context/at-hand';
import type { EntityListing, ListOptions } from '../rendered-list';
import { checkCursor } from '../position';
import { unlessSetAside } from '../tenant-set-aside';
import { sqliteError } from './sqlite-error';
import type { ChangeRecorder } from './history/embedded-history-store';
import { EmbeddedDatabases, type EmbeddedDatabaseOptions } from './embedded-database';
import { decodeEntityRow, type EntityRow } from './entity-document';
import type { EntityRenderer, LdIds, LdPage, LdStoreQuery, LdTexts, TypeFact } from '../ld-query';
import type { LdAnswer, LdRequest } from './ngsild/ld-reading';
import { LdRowTexts } from './ngsild/ld-row-texts';
import { EntitySlots } from './entity-slots';
import type { ExpiryListener } from '../expiry-listener';
import { ExpirySweep } from './expiry-sweep';
import { OpenTenants } from './open-tenants';
import { Queries } from './queries';
import type { QueryAnswer, QueryRequest } from './reader-session';
import type { TenantDatabase } from './tenant-database';
import { readType, readTypes } from './type-queries';

export interface EmbeddedEntityStoreOptions {
  /** Most ids kept in memory. Default 50,000. */
  readonly cacheEntries?: number;
  /** Most bytes of stored text kept in memory; it takes some five times that there. Default 16 MiB. */
  readonly cacheBytes?: number;
  /** Threads that answer queries. Default 2. */
  readonly readers?: number;
  /** How long after it was opened the first of them starts, if no query has started it. Default 0: not before. */
  readonly readAheadMs?: number;
  /** What a query may take, from the question to the answer; 0, the default, is no limit. */
  readonly queryTimeoutMs?: number;
  /** How often what is over is removed where nobody asks for it. Default 1 s. */
  readonly sweepIntervalMs?: number;
  /** Keeps the past; absent where nobody wants it. */
  readonly recorder?: ChangeRecorder | undefined;
}

const DEFAULTS = {
  cacheEntries: 50_000,
  cacheBytes: 16 * 1024 * 1024,
  readers: 2,
  readAheadMs: 0,
  queryTimeoutMs: 0,
  sweepIntervalMs: 1_000,
} as const;

/**
 * Entities in SQLite files. Updates are computed in memory on the newest version of the entity and are durable when their promise
 * resolves; reads see exactly what is durable. Look-ups of one id and short queries are answered on the calling thread, others by
 * reading threads.
 */
export class EmbeddedEntityStore implements EntityStore {
  private readonly tenants: OpenTenants;
  private readonly slots: EntitySlots;
  private readonly queries: Queries;
  private readonly expiry: ExpirySweep;
  private readonly ldTexts = new LdRowTexts();
  /** Done by what holds the newest versions, without a step between. */
  readonly update: EntityStore['update'];
  readonly rewrite: EntityStore['rewrite'];

  constructor(
    private readonly databases: EmbeddedDatabases,
    options: EmbeddedEntityStoreOptions = {},
    /** Closes what else works with the databases. */
    private readonly onClose?: () => Promise<void> | undefined,
  ) {
    const { cacheEntries, cacheBytes, readers, readAheadMs, queryTimeoutMs, sweepIntervalMs } = {
      ...DEFAULTS,
      ...options,
    };
    // Entities that were over before a database is opened are removed then.
    this.tenants = new OpenTenants(databases, (database) => this.expiry.watch(database));
    this.slots = new EntitySlots(this.tenants, cacheEntries, cacheBytes, options.recorder);
    this.update = this.slots.apply.bind(this.slots);
    this.rewrite = this.slots.rewrite.bind(this.slots);
    this.queries = new Queries({ readers, timeoutMs: queryTimeoutMs }, readAheadMs);
    this.expiry = new ExpirySweep(this.slots, this.tenants.open, sweepIntervalMs);
  }

  find(tenancy: ReadTenancy, ref: EntityRef, limit = 2): AtHand<readonly Entity[]> {
    const database = this.tenants.open.get(tenancy.tenant);
    // As a rule nothing ends, and the answer is at hand.
    if (database !== undefined && (database.ends.next === Infinity || database.ends.settling() === undefined))
      return this.findIn(database, tenancy, ref, limit);
    return this.existing(tenancy.tenant).then((opened) =>
      opened === undefined ? [] : this.findIn(opened, tenancy, ref, limit),
    );
  }

  /** The tenant's database without what is over; undefined where there is none. */
  private async existing(tenant: string): Promise<TenantDatabase | undefined> {
    const database = await this.tenants.existing(tenant);
    if (database !== undefined && database.ends.next !== Infinity) await database.ends.settling();
    return database;
  }

  watchExpiry(listener: ExpiryListener): void {
    this.expiry.tell(listener);
  }

  private findIn(
    database: TenantDatabase,
    { servicePaths }: ReadTenancy,
    ref: EntityRef,
    limit: number,
  ): readonly Entity[] {
    const found: Entity[] = [];
    for (const { entity } of this.slots.committed(database, ref.id)) {
      if (found.length >= limit) break;
      if (
        (ref.type === undefined || entity.type === ref.type) &&
        matchesServicePath(entity.servicePath, servicePaths)
      )
        found.push(entity);
    }
    return found;
  }

  async query(tenancy: ReadTenancy, query: EntityQuery): Promise<EntityPage> {
    const { rows = [], ...rest } = await this.answer(tenancy, query);
    return { entities: rows.map(decodeEntityRow), ...rest };
  }

  async list(tenancy: ReadTenancy, query: EntityQuery, shown: ListOptions): Promise<EntityListing> {
    const { json = '[]', keysLeft, ...rest } = await this.answer(tenancy, query, { shown });
    if (keysLeft === undefined) return { json, ...rest };
    return { json, more: () => this.furtherParts(tenancy, query, shown, keysLeft), ...rest };
  }

  private async *furtherParts(
    tenancy: ReadTenancy,
    query: EntityQuery,
    shown: ListOptions,
    keys: readonly number[],
  ): AsyncGenerator<string, void, void> {
    let left: readonly number[] | undefined = keys;
    while (left !== undefined) {
      const part: QueryAnswer = await this.answer(tenancy, query, { shown, keysLeft: left });
      if (part.json !== undefined) yield part.json;
      left = part.keysLeft;
    }
  }

  async findKeys(tenancy: ReadTenancy, query: EntityQuery): Promise<EntityKeys> {
    const { keys = [], ...rest } = await this.answer(tenancy, query, { keysOnly: true });
    return { keys: keys.map(([id, type, servicePath]) => ({ id, type, servicePath })), ...rest };
  }

  async aggregate(tenancy: ReadTenancy, query: EntityQuery, aggregate: AggregateQuery): Promise<GroupPage> {
    const { groups, ...rest } = await this.answer(tenancy, query, { aggregate });
    return groups === undefined ? pageOfNothing(query, aggregate) : { groups, ...rest };
  }

  private async answer(
    { tenant, servicePaths }: ReadTenancy,
    query: EntityQuery,
    form: Pick<QueryRequest, 'shown' | 'keysOnly' | 'aggregate' | 'keysLeft'> = {},
  ): Promise<QueryAnswer> {
    checkCursor(query);
    const database = await this.existing(tenant);
    if (database === undefined || !database.hasFile) return query.count ? { count: 0 } : {};
    try {
      return await this.queries.run({ path: database.path, servicePaths, query, ...form });
    } catch (error) {
      throw this.databases.damaged.noted(database.path, error);
    }
  }

  async select(tenant: string, query: LdStoreQuery): Promise<LdPage> {
    const { rows, ...rest } = await this.answerLd(tenant, { query });
    return { entities: rows.map((row) => decodeEntityRow(row as EntityRow)), ...rest };
  }

  async selectTexts(tenant: string, query: LdStoreQuery, renderer: EntityRenderer): Promise<LdTexts> {
    const { rows, ...rest } = await this.answerLd(tenant, { query });
    return { texts: this.ldTexts.render(tenant, rows as readonly EntityRow[], renderer), ...rest };
  }

  async selectIds(tenant: string, query: LdStoreQuery): Promise<LdIds> {
    const { rows, ...rest } = await this.answerLd(tenant, { query, idsOnly: true });
    return { ids: rows.map(([id]) => String(id)), ...rest };
  }

  private async answerLd(tenant: string, ld: LdRequest): Promise<LdAnswer> {
    const database = await this.existing(tenant);
    const nothing: LdAnswer = { rows: [], ...(ld.query.count && { count: 0 }) };
    if (database === undefined || !database.hasFile) return nothing;
    return (await this.queries.run({ path: database.path, ld })).ld ?? nothing;
  }

  async typeFacts(tenant: string): Promise<readonly TypeFact[]> {
    const database = await this.tenants.existing(tenant);
    if (database === undefined || !database.hasFile) return [];
    return (await this.queries.run({ path: database.path, asksTypeFacts: true })).typeFacts ?? [];
  }

  async listTypes(
    tenancy: ReadTenancy,
    page: { limit: number; offset: number; detail: boolean },
  ): Promise<TypePage> {
    const database = await this.existing(tenancy.tenant);
    return database === undefined
      ? { types: [], count: 0 }
      : asDatabase('aggregate', () => readTypes(database, tenancy, page));
  }

  async getType(tenancy: ReadTenancy, type: string, detail: boolean): Promise<TypeSummary | undefined> {
    const database = await this.existing(tenancy.tenant);
    return database && asDatabase('aggregate', () => readType(database, tenancy, type, detail));
  }

  listTenants(): Promise<readonly string[]> {
    return this.databases.listTenants();
  }

  async ping(): Promise<void> {
    await this.databases.checkWrites();
    const database = await this.tenants.existing('').catch(unlessSetAside);
    if (database !== undefined) asDatabase('query', () => database.read('SELECT 1'));
  }

  /** Closes the databases too, with what other stores keep in them. */
  async close(): Promise<void> {
    this.expiry.stop();
    await this.queries.close();
    await this.onClose?.();
    await this.databases.close();
  }
}

/** A store with its own databases; others share them through {@link EmbeddedDatabases}. */
export async function openEmbeddedEntityStore(
  options: EmbeddedDatabaseOptions & EmbeddedEntityStoreOptions,
): Promise<EmbeddedEntityStore> {
  return new EmbeddedEntityStore(await EmbeddedDatabases.open(options), options);
}

function asDatabase<T>(operation: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteError(operation, error);
  }
}
