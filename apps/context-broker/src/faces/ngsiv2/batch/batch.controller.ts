import { Controller, HttpCode, Post } from '@nestjs/common';
import type { AggregateQuery, EntityQuery, EntityUpdate } from '@smart-city/context';
import type { AtHand } from '../../../context/at-hand';
import type { ReadContext, WriteContext } from '../../../context/request-context';
import { withNext } from '../entities/cursor';
import { pageAnswer } from '../entities/geo-json-answer';
import { Aggregation, Page, ShownOnMap } from '../entities/entity.parameters';
import { EntityReadsService } from '../entities/entity-reads.service';
import { EntityQueriesService } from '../../../core/entities/entity-queries.service';
import type { EntityPageRequest } from '../entities/entity-query';
import { FilteredUpdatesService } from '../by-filter/filtered-updates.service';
import { EntityUpdatesService } from '../../../core/entities/entity-updates.service';
import { onlyListed } from '../../../core/entities/listed-attributes';
import { withDateOptions, type ShownAs } from '../../../core/entities/representation';
import { batchFault } from '../entities/update-faults';
import { jsonAnswer, listAnswer, type Answer } from '../../../http/answer';
import { Payload, Reading, WritingToFirstPath } from '../../../http/parameters';
import {
  Allow,
  Answers,
  ForClients,
  HoldsToGrants,
  MayChangeSelection,
  OwnOptions,
  ServicePaths,
} from '../../../http/route-facts';
import { batchQuery, type BatchQuery } from './parse-batch-query';
import { renderList, type EntityListing } from '../../../storage/rendered-list';
import { receivedNotification } from './parse-notification';
import { Target, type UpdateTarget } from './update-target';

/** `/v2/op`: the same two doors, many entities at a time. */
@Controller('/v2/op')
@ForClients()
export class BatchController {
  constructor(
    private readonly updates: EntityUpdatesService,
    private readonly queries: EntityQueriesService,
    private readonly reads: EntityReadsService,
    private readonly filtered: FilteredUpdatesService,
  ) {}

  @Post('update')
  @HoldsToGrants()
  @ServicePaths('root')
  @MayChangeSelection()
  @OwnOptions('dryRun', 'extendedQuery')
  @HttpCode(204)
  async update(@Target() asked: AtHand<UpdateTarget>): Promise<Answer | undefined> {
    const target = await asked;
    if (target.kind === 'filter')
      return jsonAnswer(await this.filtered.change({ ...target.context, ...target.asked }));
    const fault = batchFault(await this.updates.apply(target.context, target.updates));
    if (fault) throw fault;
    return undefined;
  }

  @Post('query')
  @HoldsToGrants()
  @OwnOptions('extendedQuery')
  @Answers('application/geo+json')
  async query(
    @ShownOnMap() { representation }: ShownAs,
    @Reading() context: ReadContext,
    @Page() page: EntityPageRequest,
    @Aggregation() aggregate: AggregateQuery | undefined,
    @Payload(batchQuery) { query, attributes, attrs, metadata }: BatchQuery,
  ): Promise<Answer> {
    if (aggregate !== undefined) {
      const groups = await this.reads.groups(context, { ...query, ...page }, aggregate);
      return listAnswer(groups.json, groups.count);
    }
    const shown = { representation, attrs: withDateOptions(attrs, context.request), metadata };
    const { count, next, ...listing } =
      attributes.length === 0
        ? await this.queries.list(context, { ...query, ...page }, shown)
        : await this.listOnly(attributes, context, { ...query, ...page }, shown);
    return withNext(pageAnswer(shown, listing, page.count ? (count ?? 0) : undefined), page, next);
  }

  /** A list of entities with no attributes but these. */
  private async listOnly(
    attributes: readonly string[],
    context: ReadContext,
    query: EntityQuery,
    shown: ShownAs,
  ): Promise<EntityListing> {
    const asked = shown.attrs.length > 0 ? shown.attrs : attributes;
    const { entities, ...rest } = await this.queries.query(context, query, asked);
    const cut = entities.map((entity) => onlyListed(entity, attributes));
    return { json: renderList(cut, shown), ...rest };
  }

  @Post('notify')
  @ServicePaths('root')
  @Allow(false)
  @HttpCode(200)
  async notify(
    @WritingToFirstPath() context: WriteContext,
    @Payload(receivedNotification) updates: readonly EntityUpdate[],
  ): Promise<void> {
    await this.updates.apply(context, updates);
  }
}
