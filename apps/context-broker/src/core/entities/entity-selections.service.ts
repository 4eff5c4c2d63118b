import { Inject, Injectable } from '@nestjs/common';
import { namesInFilter } from '@smart-city/ngsild';
import type { EntityGrants } from '../../context/entity-grants';
import type { RequestContext } from '../../context/request-context';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import type { EntityRenderer, LdIds, LdPage, LdStoreQuery, LdTexts } from '../../storage/ld-query';
import { grantsTo, hidesAttributes, readable } from '../grants/granted-reads';
import { attributesText, needsPermission } from '../grants/refusal';

/** The door for reads that know entities by their id alone: asks the store, within the grants of the request. */
@Injectable()
export class EntitySelectionsService {
  constructor(@Inject(ENTITY_STORE) private readonly store: EntityStore) {}

  /** @throws NgsiError  403 when no grant is left; TooManyResults for an order of too many */
  async select({ tenant, grants }: RequestContext, query: LdStoreQuery): Promise<LdPage> {
    if (grants === undefined) return this.store.select(tenant, query);
    const { entities, ...rest } = await this.store.select(tenant, withinSelectionGrants(grants, query));
    return { entities: entities.flatMap((entity) => readable(grants, entity) ?? []), ...rest };
  }

  /** The same as texts. */
  async selectTexts(
    context: RequestContext,
    query: LdStoreQuery,
    renderer: EntityRenderer,
  ): Promise<LdTexts> {
    const { tenant, grants } = context;
    if (grants === undefined) return this.store.selectTexts(tenant, query, renderer);
    if (!hidesAttributes(grants))
      return this.store.selectTexts(tenant, withinSelectionGrants(grants, query), renderer);
    const { entities, ...rest } = await this.select(context, query);
    return { texts: entities.map(renderer.render), ...rest };
  }

  /** The ids of a page, however long. */
  selectIds({ tenant, grants }: RequestContext, query: LdStoreQuery): Promise<LdIds> {
    return this.store.selectIds(tenant, grants === undefined ? query : withinSelectionGrants(grants, query));
  }
}

/** A grant of some attributes counts only where the query looks at no others. @throws NgsiError  403 */
function withinSelectionGrants(grants: EntityGrants, query: LdStoreQuery): LdStoreQuery {
  const names = namesInFilter(query.filter);
  const usable = grantsTo(grants, 'read').filter(
    ({ attrs }) => attrs === undefined || [...names].every((name) => attrs.has(name)),
  );
  if (usable.length === 0) throw needsPermission('read', attributesText(names));
  return { ...query, within: [...(query.within ?? []), usable.map(({ area }) => area)] };
}
