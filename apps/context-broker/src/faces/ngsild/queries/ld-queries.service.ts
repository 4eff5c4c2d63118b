import { Injectable } from '@nestjs/common';
import type { Entity } from '@smart-city/context';
import {
  checkBody,
  ldBooleanParameter,
  membersOfParameters,
  membersOfQueryBody,
  parseFormat,
  parseLdPaging,
  readLdQuery,
  type LdJoin,
  type LdPaging,
  type LdQueryMembers,
  type LdQueryRequest,
} from '@smart-city/ngsild';
import { EntitySelectionsService } from '../../../core/entities/entity-selections.service';
import type { Answer } from '../../../http/answer';
import { ContextsService } from '../contexts/contexts.service';
import { shownStatus, showingOf, type Showing } from '../entities/show-entity';
import { KnownTenants } from '../known-tenants';
import { LdAnswers } from '../ld-answers';
import type { GivenContext, LdCall } from '../ld-call';
import type { EntityMap } from '../entity-maps/entity-maps';
import { filterOfMap, LdEntityMapsService, mapFields } from '../entity-maps/ld-entity-maps.service';
import { listText, rendererOf } from './entity-texts';
import { JoinedEntities } from './joined-entities';
import { LinkedQueries } from './linked-query';
import { pageLinks } from '../page-links';

/** One page of texts, and what a list tells beside them. */
interface ShownPage {
  readonly texts: readonly string[];
  readonly hasMore: boolean;
  readonly count?: number;
}

/** Queries of entities (GS CIM 009 §5.7.2). */
@Injectable()
export class LdQueriesService {
  constructor(
    private readonly contexts: ContextsService,
    private readonly selections: EntitySelectionsService,
    private readonly linked: LinkedQueries,
    private readonly joined: JoinedEntities,
    private readonly answers: LdAnswers,
    private readonly tenants: KnownTenants,
    private readonly maps: LdEntityMapsService,
  ) {}

  async query(call: LdCall): Promise<Answer> {
    const context = await call.contextOfLink(this.contexts);
    return this.answer(call, context, membersOfParameters(call.parameters), '/ngsi-ld/v1/entities');
  }

  async postQuery(call: LdCall): Promise<Answer> {
    const body = checkBody(call.json());
    const context = await call.contextOfBody(body, this.contexts);
    const local = ldBooleanParameter('local', call.parameter('local'));
    const geometryProperty = call.parameter('geometryProperty');
    const members: LdQueryMembers = {
      ...membersOfQueryBody(body),
      ...(local !== undefined && { local }),
      ...(geometryProperty !== undefined && { geometryProperty }),
    };
    return this.answer(call, context, members, '/ngsi-ld/v1/entityOperations/query');
  }

  private async answer(
    call: LdCall,
    context: GivenContext,
    members: LdQueryMembers,
    path: string,
  ): Promise<Answer> {
    const paging = parseLdPaging(call.parameters);
    const asked = readLdQuery(members, (name) => context.names.expandName(name));
    const shown = {
      ...parseFormat(call.parameter('format'), call.parameter('options')),
      ...asked.showing,
    };
    const showing = showingOf(call, context, shown);
    const known = this.maps.named(call);
    const map = known ?? (asked.entityMap ? await this.maps.make(call.request, asked) : undefined);
    const page = await this.page(call, asked, paging, showing, map);
    if (page.texts.length === 0) await this.tenants.require(call.tenant);
    const fields = [
      ...(page.count === undefined ? [] : ['NGSILD-Results-Count', String(page.count)]),
      ...(map === undefined ? [] : mapFields(map)),
    ];
    const status = map === undefined || map === known ? shownStatus(showing) : 201;
    const links = pageLinks(path, call.parameters, { paging, hasMore: page.hasMore }, call.mediaType);
    return this.answers.ok(call, listText(page.texts, showing), { ...showing, links }, fields, status);
  }

  /** One entity more than the page has is asked for: whether there is a next page is known then. */
  private async page(
    call: LdCall,
    { filter, join }: LdQueryRequest,
    { limit, offset, count }: LdPaging,
    showing: Showing,
    map: EntityMap | undefined,
  ): Promise<ShownPage> {
    const { request } = call;
    if (map !== undefined) return this.pageOfMap(call, map, { limit, offset, count }, join, showing);
    const query = {
      filter: await this.linked.resolve(request, filter),
      limit: limit === 0 ? 0 : limit + 1,
      offset,
      count,
    };
    const renderer = rendererOf(showing);
    if (join === undefined) {
      const { texts, ...rest } = await this.selections.selectTexts(request, query, renderer);
      return { texts: texts.slice(0, limit), hasMore: texts.length > limit, ...rest };
    }
    const { entities, ...rest } = await this.selections.select(request, query);
    const texts = await this.texts(call, entities.slice(0, limit), join, showing);
    return { texts, hasMore: entities.length > limit, ...rest };
  }

  /** A page of the entities that a map pins, in its order; those that are gone drop out. */
  private async pageOfMap(
    call: LdCall,
    { ids }: EntityMap,
    { limit, offset, count }: LdPaging,
    join: LdJoin | undefined,
    showing: Showing,
  ): Promise<ShownPage> {
    const page = ids.slice(offset, offset + limit);
    const query = { filter: filterOfMap(page), limit: page.length, offset: 0, count: false };
    const { entities } =
      page.length === 0 ? { entities: [] } : await this.selections.select(call.request, query);
    const byId = new Map(entities.map((entity) => [entity.id, entity]));
    const there = page.flatMap((id) => byId.get(id) ?? []);
    return {
      texts: await this.texts(call, there, join, showing),
      hasMore: offset + limit < ids.length,
      ...(count && { count: ids.length }),
    };
  }

  private texts(
    { request }: LdCall,
    entities: readonly Entity[],
    join: LdJoin | undefined,
    showing: Showing,
  ): Promise<readonly string[]> {
    const { options, write, render } = rendererOf(showing);
    if (join === undefined) return Promise.resolve(entities.map(render));
    return this.joined.show(request, entities, join, options, write);
  }
}
