import { Inject, Injectable } from '@nestjs/common';
import {
  entityNotFound,
  tooManyEntities,
  type AggregateQuery,
  type Entity,
  type EntityQuery,
  type EntityRef,
} from '@smart-city/context';
import { renderList, type EntityListing } from '../../storage/rendered-list';
import { ENTITY_STORE, type EntityPage, type EntityStore, type GroupPage } from '../../storage/entity-store';
import { FORWARDING, type ForwardedQuery, type Forwarding } from './forwarding-port';
import { goOn, type AtHand } from '../../context/at-hand';
import type { EntityGrants } from '../../context/entity-grants';
import type { ReadContext } from '../../context/request-context';
import { hidesAttributes, readable, readableOnes, withinGrants } from '../grants/granted-reads';
import type { ShownAs } from './representation';

/** What providers are asked for when the operation has no paging. */
const DEFAULT_LIMIT = 20;

/** The one door for reads: asks the store, and the providers of what is registered elsewhere. */
@Injectable()
export class EntityQueriesService {
  constructor(
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    @Inject(FORWARDING) private readonly forwarding: Forwarding,
  ) {}

  /**
   * One page of a query. Of one with a cursor, providers are not asked: none can go on from it.
   *
   * @param attrs  names the client asked for, empty for all: providers are asked for these only
   */
  async query(context: ReadContext, query: EntityQuery, attrs: readonly string[]): Promise<EntityPage> {
    const { grants } = context.request;
    const narrowed = grants === undefined ? query : withinGrants(grants, query);
    const { selectors, limit, offset, count } = query;
    if (!this.asksProviders(context, query))
      return seenPage(grants, await this.store.query(context.tenancy, narrowed));
    // Behind the first page, providers skip what the local entities have not used up of the offset.
    const local = await this.store.query(context.tenancy, { ...narrowed, count: count || offset > 0 });
    const asked = { selectors, attrs, limit, offset, ...seenBy(grants) };
    return this.forwarding.forwardQuery(context, asked, seenPage(grants, local));
  }

  /** The same as the text of a JSON list. */
  async list(context: ReadContext, query: EntityQuery, shown: ShownAs): Promise<EntityListing> {
    const { grants } = context.request;
    // A page of entities takes many times the memory of a text in parts.
    await this.forwarding.learn(context.tenancy.tenant);
    const isStoredText = grants === undefined || !hidesAttributes(grants);
    if (isStoredText && !this.asksProviders(context, query))
      return this.store.list(context.tenancy, grants ? withinGrants(grants, query) : query, shown);
    const { entities, ...rest } = await this.query(context, query, shown.attrs);
    return { json: renderList(entities, shown), ...rest };
  }

  /** One page of the groups that the entities of a query make: of those that are here, whatever is registered elsewhere. */
  async aggregate(
    { tenancy, request: { grants } }: ReadContext,
    query: EntityQuery,
    aggregate: AggregateQuery,
  ): Promise<GroupPage> {
    const narrowed = grants === undefined ? query : withinGrants(grants, query, aggregate);
    return this.store.aggregate(tenancy, narrowed, aggregate);
  }

  /**
   * The one entity that `ref` names.
   *
   * @param isOneAttribute  the one attribute that `attrs` names is read by its path
   * @throws NotFound, TooManyResults
   */
  get(
    context: ReadContext,
    ref: EntityRef,
    attrs: readonly string[],
    isOneAttribute = false,
  ): AtHand<Entity> {
    const { grants } = context.request;
    const there = this.store.find(context.tenancy, ref);
    const found =
      grants === undefined ? there : goOn(there, (entities) => readableOnes(grants, ref, entities));
    if (!this.asksProviders(context)) return goOn(found, onlyOne);
    return this.askProviders(context, ref, { attrs, isOneAttribute, ...seenBy(grants) }, found);
  }

  private async askProviders(
    context: ReadContext,
    ref: EntityRef,
    asked: Pick<ForwardedQuery, 'attrs' | 'isOneAttribute' | 'seenOf'>,
    found: AtHand<readonly Entity[]>,
  ): Promise<Entity> {
    const selectors = [{ ids: [ref.id], ...(ref.type !== undefined && { types: [ref.type] }) }];
    const query = { selectors, ...asked, limit: DEFAULT_LIMIT, offset: 0 };
    const { entities } = await this.forwarding.forwardQuery(context, query, { entities: await found });
    return onlyOne(entities);
  }

  private asksProviders({ request, tenancy }: ReadContext, { cursor }: Partial<EntityQuery> = {}): boolean {
    return (
      cursor === undefined &&
      !request.options.has('skipForwarding') &&
      this.forwarding.mayForwardQuery(tenancy.tenant)
    );
  }
}

/** What a bearer with these grants sees of what providers answer. */
const seenBy = (grants: EntityGrants | undefined): Pick<ForwardedQuery, 'seenOf'> =>
  grants === undefined ? {} : { seenOf: (entity) => readable(grants, entity) };

/** A page of what may be seen, without the attributes that may not. */
const seenPage = (grants: EntityGrants | undefined, page: EntityPage): EntityPage =>
  grants === undefined
    ? page
    : { ...page, entities: page.entities.flatMap((entity) => readable(grants, entity) ?? []) };

/** @throws ContextFault  `entityNotFound`, `tooManyEntities` */
function onlyOne(entities: readonly Entity[]): Entity {
  if (entities.length > 1) throw tooManyEntities();
  const [entity] = entities;
  if (!entity) throw entityNotFound();
  return entity;
}
