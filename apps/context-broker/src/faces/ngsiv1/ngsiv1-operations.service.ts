import { Inject, Injectable } from '@nestjs/common';
import { type Entity, type EntityQuery, type EntitySelector } from '@smart-city/context';
import { ngsiv1Update, type QueryContext, type UpdateContext, type ContextElement } from '@smart-city/ngsiv1';
import { parseOrderBy } from '@smart-city/ngsiv2';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { EntityQueriesService } from '../../core/entities/entity-queries.service';
import { isStoredName, onlyListed, selectionByAttributes } from '../../core/entities/listed-attributes';
import { EntityUpdatesService } from '../../core/entities/entity-updates.service';
import type { ReadContext, WriteContext } from '../../context/request-context';
import { composeResponses, type SettledElement } from './compose-responses';
import type { Ngsiv1Parameters } from './ngsiv1.parameters';
import { refusalOf, type ContextResponse } from './update-responses';

export interface FoundEntities {
  readonly entities: readonly Entity[];
  readonly count: number;
}

/** The operations of NGSIv1, on the same two doors as those of NGSIv2: subscriptions fire, providers are asked. */
@Injectable()
export class Ngsiv1OperationsService {
  constructor(
    private readonly updates: EntityUpdatesService,
    private readonly queries: EntityQueriesService,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
  ) {}

  /** Elements in order, each on its own. @throws Ngsiv1Fault  a provider failed as a whole */
  async update(
    context: WriteContext,
    { action, elements }: UpdateContext,
    { onlyUntyped }: Ngsiv1Parameters,
  ): Promise<readonly ContextResponse[]> {
    const options = { autocast: this.options.ngsiv1Autocast, onlyUntyped };
    const planned = elements.map((element) => ({ element, refusal: refusalOf(action, element) }));
    const accepted = planned.filter(({ refusal }) => refusal === undefined);
    const outcomes = await this.updates.apply(
      context,
      accepted.map(({ element }) => ngsiv1Update(action, element, options)),
    );
    const outcomeOf = new Map(accepted.map(({ element }, at) => [element, outcomes[at]!]));
    const settled = planned.map(({ element, refusal }): SettledElement =>
      refusal ? { refusal } : { element, outcome: outcomeOf.get(element)! },
    );
    return composeResponses(action, settled);
  }

  /** One entity updated or removed as a whole: the first response stands for all. */
  async updateOne(
    context: WriteContext,
    action: UpdateContext['action'],
    element: ContextElement,
    parameters: Ngsiv1Parameters,
  ): Promise<ContextResponse> {
    return (await this.update(context, { action, elements: [element] }, parameters))[0]!;
  }

  /** Entities with at least one of the attributes, showing only those. @throws NgsiError 400 of `orderBy` */
  async query(
    context: ReadContext,
    query: QueryContext,
    { details, limit, offset, orderBy }: Ngsiv1Parameters,
  ): Promise<FoundEntities> {
    const { attributes, isGeoUncounted, ignored: _said, ...filters } = query;
    if (filters.selectors.length === 0) return { entities: [], count: 0 };
    const asked: EntityQuery = {
      ...filters,
      ...selectionByAttributes(attributes),
      // NGSIv1 lists by creation, near queries too.
      orderBy: orderBy === undefined ? [{ by: 'dateCreated', descending: false }] : parseOrderBy(orderBy),
      limit,
      offset,
      count: details && !isGeoUncounted,
    };
    const { entities, count = 0 } = await this.queries.query(context, asked, attributes);
    const hidesBare = attributes.some(isStoredName);
    const listed = entities.map((entity) => onlyListed(entity, attributes));
    return {
      entities: hidesBare ? listed.filter(({ attrs }) => attrs.size > 0) : listed,
      count: details && isGeoUncounted ? await this.countWithoutArea(context, asked, attributes) : count,
    };
  }

  /** The attribute of the first entity of that id that has it. */
  attribute(
    context: ReadContext,
    id: string,
    name: string,
    parameters: Ngsiv1Parameters,
  ): Promise<FoundEntities> {
    const selector: EntitySelector = { ids: [id], ...parameters.selector };
    const query = { selectors: [selector], attributes: [name], isGeoUncounted: false, ignored: [] };
    return this.query(context, query, parameters);
  }

  /** The original counts as if there were no circle or polygon. */
  private async countWithoutArea(
    context: ReadContext,
    { geo: _area, ...query }: EntityQuery,
    attributes: readonly string[],
  ): Promise<number> {
    const all = { ...query, limit: 0, offset: 0, count: true };
    return (await this.queries.query(context, all, attributes)).count ?? 0;
  }
}
