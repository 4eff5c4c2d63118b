import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@smart-city/context';
import {
  badRequestData,
  checkBody,
  checkedQuery,
  compileLdFilter,
  leavesOf,
  ldBooleanParameter,
  membersOfParameters,
  membersOfQuery,
  parseLdPaging,
  parseShowing,
  readLdQuery,
  temporalMembersOf,
  type LdFilter,
  type LdQueryMembers,
  type LdQueryRequest,
} from '@smart-city/ngsild';
import type { Answer } from '../../../http/answer';
import { ContextsService } from '../contexts/contexts.service';
import { missingEntity, typeTest } from '../entities/entity-lookup';
import { showingOf, type Showing } from '../entities/show-entity';
import { KnownTenants } from '../known-tenants';
import { LdAnswers } from '../ld-answers';
import type { GivenContext, LdCall } from '../ld-call';
import { pageLinks } from '../page-links';
import { aggregationMembersOf } from './aggregation-members';
import { MatchedPast } from './matched-past';
import { atOnce, PastEntities } from './past-entities.service';
import { TemporalAnswers, type TemporalTexts } from './temporal-answers.service';
import { readTemporalRequest, temporalRequestOf, type TemporalRequest } from './temporal-request';

/** How entities over time are read (GS CIM 009 §5.7.3, 5.7.4). */
@Injectable()
export class LdTemporalService {
  constructor(
    private readonly contexts: ContextsService,
    private readonly past: PastEntities,
    private readonly temporal: TemporalAnswers,
    private readonly answers: LdAnswers,
    private readonly tenants: KnownTenants,
  ) {}

  async retrieve(call: LdCall): Promise<Answer> {
    const context = await call.contextOfLink(this.contexts);
    const asked = temporalRequestOf(call);
    const members = membersOfParameters(call.parameters);
    const shown = parseShowing(members, (name) => context.names.expandName(name));
    checkNotLinked(members);
    const showing = showingOf(call, context, { ...shown, format: 'normalized', sysAttrs: asked.sysAttrs });
    const isMeant = typeTest(call.parameter('type'), context.names);
    const id = call.part('id');
    const reader = this.past.reader(call.request, asked.query);
    const entity = await this.past.one(call.request, id);
    if (entity === undefined || isMeant?.(atOnce(entity, [])) === false)
      return this.tenants.tell(call.tenant, missingEntity(id));
    const { texts, contentRange } = await this.temporal.show(reader, [entity], asked, showing.options);
    return this.ok(call, showing, texts[0]!, contentRange);
  }

  async query(call: LdCall): Promise<Answer> {
    const context = await call.contextOfLink(this.contexts);
    const asked = temporalRequestOf(call);
    const members = membersOfParameters(call.parameters);
    return this.list(call, context, asked, members, '/ngsi-ld/v1/temporal/entities');
  }

  async postQuery(call: LdCall): Promise<Answer> {
    const body = checkBody(call.json());
    const context = await call.contextOfBody(body, this.contexts);
    const { asked, members } = readBody(call, body);
    return this.list(call, context, asked, members, '/ngsi-ld/v1/temporal/entityOperations/query');
  }

  private async list(
    call: LdCall,
    context: GivenContext,
    asked: TemporalRequest,
    given: LdQueryMembers,
    path: string,
  ): Promise<Answer> {
    const paging = parseLdPaging(call.parameters);
    if (asked.query.window === undefined)
      throw badRequestData('Missing temporal query', 'A query of the past needs timerel and timeAt');
    checkNotLinked(given);
    const { filter, showing: shown } = readLdQuery(inOrderOfIds(given), (name) =>
      context.names.expandName(name),
    );
    const showing = showingOf(call, context, { ...shown, format: 'normalized', sysAttrs: asked.sysAttrs });
    const reader = this.past.reader(call.request, asked.query);
    const found = await this.past.all(call.request, { ...seriesOf(filter, shown), window: reader.window });
    const matched = new MatchedPast(reader, compileLdFilter(filter), needsValues(filter));
    const { limit, offset, count } = paging;
    const wanted = count ? Infinity : offset + limit + 1;
    const matching = await matched.first(found, wanted);
    if (matching.length === 0) await this.tenants.require(call.tenant);
    const page = matching.slice(offset, offset + limit);
    const { texts, contentRange } = await this.temporal.show(reader, page, asked, showing.options);
    const hasMore = matching.length > offset + limit;
    const links = pageLinks(path, call.parameters, { paging, hasMore }, call.mediaType);
    const fields = count ? ['NGSILD-Results-Count', String(matching.length)] : [];
    return this.ok(call, { ...showing, links }, `[${texts.join(',')}]`, contentRange, fields);
  }

  /** 206 where the bound of an answer cut something (GS CIM 009 §6.3.10). */
  private async ok(
    call: LdCall,
    showing: Showing & { readonly links?: readonly string[] },
    text: string,
    contentRange: TemporalTexts['contentRange'],
    fields: readonly string[] = [],
  ): Promise<Answer> {
    const range = contentRange === undefined ? [] : ['Content-Range', contentRange];
    return this.answers.ok(
      call,
      text,
      showing,
      [...fields, ...range],
      contentRange === undefined ? 200 : 206,
    );
  }
}

/** The body of a query: `aggrParams` alone asks for sums. */
function readBody(call: LdCall, body: JsonObject): { asked: TemporalRequest; members: LdQueryMembers } {
  const json = checkedQuery(body);
  const local = ldBooleanParameter('local', call.parameter('local'));
  const aggregation = aggregationMembersOf(json.get('aggrParams'));
  return {
    asked: readTemporalRequest(
      call,
      temporalMembersOf(json.get('temporalQ')),
      aggregation ?? {},
      aggregation === undefined ? 'normalized' : 'aggregatedValues',
    ),
    members: { ...membersOfQuery(json), ...(local !== undefined && { local }) },
  };
}

/** Entities over time have the order of their ids alone. */
function inOrderOfIds({ orderBy, ...members }: LdQueryMembers): LdQueryMembers {
  if (orderBy !== undefined && orderBy.join(',') !== 'id')
    throw badRequestData('Invalid orderBy', 'Entities over time are ordered by id alone');
  return members;
}

function checkNotLinked({ join, scopeQ, entityMap, pick, omit }: LdQueryMembers): void {
  const fault = (detail: string) => badRequestData('Invalid query of the past', detail);
  if (join !== undefined || /[{}]/.test(`${pick ?? ''}${omit ?? ''}`))
    throw fault('The past of linked entities is not shown');
  if (scopeQ !== undefined) throw fault('The past of scopes is not kept');
  if (entityMap !== undefined) throw fault('There are no maps of entities over time');
}

/** Part of the filter that the store can decide at once; the filter decides in the end. */
function seriesOf(filter: LdFilter, { attrs }: LdQueryRequest['showing']) {
  const { selectors } = filter;
  const types = selectors.map(({ type }) => (type === undefined ? undefined : leavesOf(type)));
  const ids = selectors.map((selector) => selector.ids);
  return {
    types: everyOne(types),
    ids: everyOne(ids),
    attrs: attrs === undefined || needsValues(filter) ? undefined : [...attrs],
  };
}

/** All items of lists; undefined where one of these is absent, or there are none. */
const everyOne = (lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined =>
  lists.length === 0 || lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? []);

/** Whether values decide which entities are meant. */
const needsValues = ({ q, geo }: LdFilter): boolean => (q ?? geo) !== undefined;
