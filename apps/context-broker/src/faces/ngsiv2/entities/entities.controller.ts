import { Controller, Delete, Get, HttpCode, Inject, Post } from '@nestjs/common';
import {
  badRequest,
  type AggregateQuery,
  type AttributeInput,
  type EntityQuery,
  type EntityRef,
} from '@smart-city/context';
import { checkEntityKeyLength, parseEntity } from '@smart-city/ngsiv2';
import { goOn, type AtHand } from '../../../context/at-hand';
import type { ReadContext, WriteContext } from '../../../context/request-context';
import { Answer, listAnswer } from '../../../http/answer';
import { withNext } from './cursor';
import { pageAnswer } from './geo-json-answer';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { EntityReference, keyValuesOf, Payload, Reading, Writing } from '../../../http/parameters';
import {
  Allow,
  Answers,
  CountedAs,
  ForClients,
  HoldsToGrants,
  OwnOptions,
  ServicePaths,
} from '../../../http/route-facts';
import { Aggregation, Following, Selection, ShownOnMap } from './entity.parameters';
import { EntityReadsService } from './entity-reads.service';
import { EntityUpdatesService } from '../../../core/entities/entity-updates.service';
import { LIVE_LISTS, type LiveLists } from '../../../core/entities/live-port';
import type { ShownAs } from '../../../core/entities/representation';
import { singleFault } from './update-faults';

/** An entity that is to be. */
interface NewEntity {
  /** The default type is part of what is looked for. */
  readonly ref: Required<EntityRef>;
  readonly attrs: readonly AttributeInput[];
}

/** The body of a creation. @throws NgsiError  ParseError, or BadRequest with the fault */
function newEntity(request: NgsiRequest): NewEntity {
  const { ref, attrs } = parseEntity(request.json(), keyValuesOf(request));
  const type = ref.type ?? 'Thing';
  checkEntityKeyLength(ref.id, type, request.servicePaths?.[0] ?? '');
  return { ref: { id: ref.id, type }, attrs };
}

/** An entity with the header of `options=count`. */
const counted = ({ status, body, headers, contentType }: Answer): Answer =>
  new Answer(status, body, ['Fiware-Total-Count', '1', ...headers], contentType);

/** `/v2/entities`, and one of them as a whole. */
@Controller('/v2/entities')
@ForClients()
@HoldsToGrants()
export class EntitiesController {
  constructor(
    private readonly reads: EntityReadsService,
    private readonly updates: EntityUpdatesService,
    @Inject(LIVE_LISTS) private readonly live: LiveLists,
  ) {}

  @Get()
  @Allow('POST, GET')
  @OwnOptions('extendedQuery')
  @Answers('application/geo+json', 'text/event-stream')
  async list(
    @ShownOnMap() shown: ShownAs,
    @Selection() query: EntityQuery,
    @Reading() context: ReadContext,
    @Following() following: NgsiRequest | undefined,
    @Aggregation() aggregate: AggregateQuery | undefined,
  ): Promise<Answer> {
    if (aggregate !== undefined) {
      if (following !== undefined) throw badRequest('aggregate is not for a stream of events');
      const groups = await this.reads.groups(context, query, aggregate);
      return listAnswer(groups.json, groups.count);
    }
    if (following !== undefined) return this.live.follow(following, context, query, shown);
    const { count, next, ...listing } = await this.reads.list(context, query, shown);
    return withNext(pageAnswer(shown, listing, count), query, next, context.request.url);
  }

  @Post()
  @ServicePaths('root')
  async create(
    @Writing() context: WriteContext,
    @Payload(newEntity) { ref, attrs }: NewEntity,
  ): Promise<Answer> {
    const isUpsert = context.request.options.has('upsert');
    const action = isUpsert ? 'append' : 'create';
    const answer = await this.updates.applyOne(context, { action, ref, attrs }, singleFault);
    const location = `/v2/entities/${ref.id}?type=${ref.type}`;
    return new Answer(isUpsert ? 204 : 201, '', ['Location', location, ...(answer?.headers ?? [])]);
  }

  @Get(':id')
  @Allow('GET, DELETE')
  @CountedAs('/v2/entities/{id}[/attrs]')
  @Answers('application/geo+json')
  entity(
    @EntityReference() ref: EntityRef,
    @ShownOnMap() shown: ShownAs,
    @Reading() context: ReadContext,
  ): AtHand<Answer> {
    const found = this.reads.entity(context, ref, shown);
    return context.request.options.has('count') ? goOn(found, counted) : found;
  }

  @Delete(':id')
  @ServicePaths('root')
  @HttpCode(204)
  delete(@EntityReference() ref: EntityRef, @Writing() context: WriteContext): Promise<Answer | undefined> {
    return this.updates.applyOne(context, { action: 'delete', ref, attrs: [] }, singleFault);
  }
}
