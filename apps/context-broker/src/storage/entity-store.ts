import type {
  AggregateQuery,
  EntityGroup,
  Entity,
  EntityQuery,
  EntityRef,
  EntityRewrite,
  EntityUpdate,
  OrderPosition,
  ReadTenancy,
  RewriteResult,
  UpdateResult,
  WriteTenancy,
} from '@smart-city/context';
import type { EntityListing, ListOptions } from './rendered-list';
import type { AtHand } from '../context/at-hand';
import type { EntityRenderer, LdIds, LdPage, LdStoreQuery, LdTexts, TypeFact } from './ld-query';
import type { Accompany } from './commit-companion';
import type { ExpiryListener } from './expiry-listener';

export interface EntityPage {
  readonly entities: readonly Entity[];
  /** Only when the query asked for it. */
  readonly count?: number;
  /** Where the next page begins: of a query with a cursor that may find more. */
  readonly next?: OrderPosition;
}

/** What tells one entity of a tenant from all others. */
export interface EntityKey extends Required<EntityRef> {
  readonly servicePath: string;
}

export interface EntityKeys {
  readonly keys: readonly EntityKey[];
  /** Only when the query asked for it. */
  readonly count?: number;
}

export interface GroupPage {
  readonly groups: readonly EntityGroup[];
  /** Of all groups; only when the query asked for it. */
  readonly count?: number;
}

export interface TypeSummary {
  readonly type: string;
  /** Attribute name → its types, both in byte order. Empty lists when `detail` was not asked for. */
  readonly attrs: ReadonlyMap<string, readonly string[]>;
  readonly count: number;
}

export interface TypePage {
  readonly types: readonly TypeSummary[];
  /** All types, whatever the page. */
  readonly count: number;
}

/**
 * Keeps entities. Injected by the token {@link ENTITY_STORE}; one adapter per database, all of which pass
 * `contract/entity-store.contract.ts`.
 *
 * Entities, attributes and instances that are over (`expiresAt`, `dateExpires`) are seen by no method any more, and removed
 * within two seconds whether somebody asks or not.
 *
 * Failures: a method rejects with `NgsiError('InternalServerError', 'Database Error (…)')` when the database is away;
 * it works again by itself when the database is back.
 */
export interface EntityStore {
  /**
   * Applies updates one after the other, each atomic for its entity; later ones see earlier ones. Not a transaction:
   * a failed update does not undo or stop the others. Resolves once everything that is `done` is durable.
   *
   * @param accompany  of stores that commit parts of other ports: what it makes of the changes is committed with them, all or
   *   nothing; others never call it
   * @returns one result per update, in order
   */
  update(
    tenancy: WriteTenancy,
    updates: readonly EntityUpdate[],
    accompany?: Accompany,
  ): Promise<readonly UpdateResult[]>;

  /**
   * Changes entities that are known by their id alone, whatever their type and service path: see {@link EntityRewrite}. In
   * order, each atomic, later ones see earlier ones, a failed one stops nothing. Resolves once all is durable.
   *
   * @param accompany  as of {@link update}
   * @returns one result per rewrite, in order
   */
  rewrite<F>(
    tenant: string,
    rewrites: readonly EntityRewrite<F>[],
    accompany?: Accompany,
  ): Promise<readonly RewriteResult<F>[]>;

  /**
   * Finds the entities that `ref` names in the given service paths (`ALL_SERVICE_PATHS` for a look-up by
   * id alone), oldest first, at most `limit` (default 2: enough to tell one
   * from several); at once where the store has them in memory.
   */
  find(tenancy: ReadTenancy, ref: EntityRef, limit?: number): AtHand<readonly Entity[]>;

  /**
   * One page of a query, with the count of all matches when `query.count`.
   *
   * Rejects with `BadRequest` where the store has no cursor for the order, or the cursor is of another one.
   */
  query(tenancy: ReadTenancy, query: EntityQuery): Promise<EntityPage>;

  /** The same page as the text that `renderEntity` makes of it: a store may come by it without making entities. */
  list(tenancy: ReadTenancy, query: EntityQuery, shown: ListOptions): Promise<EntityListing>;

  /** The keys of a page, however long, without their entities; the count as with {@link query}. */
  findKeys(tenancy: ReadTenancy, query: EntityQuery): Promise<EntityKeys>;

  /** One page of the groups that the entities of a query make, in the order of their keys; its own `orderBy` says nothing. */
  aggregate(tenancy: ReadTenancy, query: EntityQuery, aggregate: AggregateQuery): Promise<GroupPage>;

  /** One page of a query of NGSI-LD. Rejects with `TooManyResults` where its order would have to sort too many. */
  select(tenant: string, query: LdStoreQuery): Promise<LdPage>;

  /** The same page as texts, which a store may have kept. */
  selectTexts(tenant: string, query: LdStoreQuery, renderer: EntityRenderer): Promise<LdTexts>;

  /** The ids of a page, however long, without their entities. */
  selectIds(tenant: string, query: LdStoreQuery): Promise<LdIds>;

  /** All types and attributes of the entities of a tenant, in no order. */
  typeFacts(tenant: string): Promise<readonly TypeFact[]>;

  /** Entity types by name. `detail: false` leaves attribute types out and is much cheaper. */
  listTypes(
    tenancy: ReadTenancy,
    page: { limit: number; offset: number; detail: boolean },
  ): Promise<TypePage>;

  /** One entity type, or undefined when no entity has it. */
  getType(tenancy: ReadTenancy, type: string, detail: boolean): Promise<TypeSummary | undefined>;

  /** Tells of everything that the store removes by itself. Called once, before requests come; at most one listens. */
  watchExpiry(listener: ExpiryListener): void;

  /** Tenants that hold data, the default one ('') included. */
  listTenants(): Promise<readonly string[]>;

  /** Resolves when the database answers; rejects otherwise. */
  ping(): Promise<void>;

  /** Writes out what is pending and closes. */
  close(): Promise<void>;
}

export const ENTITY_STORE = 'context-broker.entity-store';
