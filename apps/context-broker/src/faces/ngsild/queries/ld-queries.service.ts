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
import { listText, rendererOf } from './entity-texts';
import { JoinedEntities } from './joined-entities';
import { LinkedQueries } from './linked-query';
import { pageLinks } from './page-links';

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
    const page = await this.page(call, asked, paging, showing);
    if (page.texts.length === 0) await this.tenants.require(call.tenant);
    const count = page.count === undefined ? [] : ['NGSILD-Results-Count', String(page.count)];
    const links = pageLinks(path, call.parameters, { paging, hasMore: page.hasMore }, call.mediaType);
    return this.answers.ok(
      call,
      listText(page.texts, showing),
      { ...showing, links },
      count,
      shownStatus(showing),
    );
  }

  /** One entity more than the page has is asked for: whether there is a next page is known then. */
  private async page(
    call: LdCall,
    { filter, join }: LdQueryRequest,
    { limit, offset, count }: LdPaging,
    showing: Showing,
  ): Promise<ShownPage> {
    const { request } = call;
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
    const shown: readonly Entity[] = entities.slice(0, limit);
    const texts = await this.joined.show(request, shown, join, renderer.options, renderer.write);
    return { texts, hasMore: entities.length > limit, ...rest };
  }
}
