import { Inject, Injectable } from '@nestjs/common';
import {
  ngsiv1Update,
  NGSIV1_OK,
  type ContextElement,
  type Entity,
  type EntityQuery,
  type QueryContext,
  type UpdateContext,
} from '@smart-city/ngsi';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { EntityQueriesService } from '../entities/entity-queries.service';
import { onlyListed, selectionByAttributes } from '../entities/listed-attributes';
import { EntityUpdatesService } from '../entities/entity-updates.service';
import type { ReadContext } from '../context/request-context';
import { correlatorRoot } from '../context/correlator-root';
import type { NgsiRequest } from '../http/ngsi-request';
import { narrowed, type Ngsiv1Parameters } from './ngsiv1-parameters';
import { contextResponses, refusalOf, refusedResponse, type ContextResponse } from './update-responses';

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

  /** Elements in order, each on its own. */
  async update(
    request: NgsiRequest,
    { action, elements }: UpdateContext,
  ): Promise<readonly ContextResponse[]> {
    const context = request.writeContext();
    const correlator = correlatorRoot(request.correlator);
    const planned = elements.map((element) => ({ element, refusal: refusalOf(action, element) }));
    const accepted = planned.filter(({ refusal }) => refusal === undefined);
    const outcomes = await this.updates.apply(
      context,
      accepted.map(({ element }) =>
        ngsiv1Update(action, element, { autocast: this.options.ngsiv1Autocast, correlator }),
      ),
    );
    const outcomeOf = new Map(accepted.map(({ element }, at) => [element, outcomes[at]!]));
    return planned.flatMap(({ element, refusal }) =>
      refusal
        ? [refusedResponse(element, refusal)]
        : contextResponses(action, element, outcomeOf.get(element)!),
    );
  }

  /** One entity updated or removed as a whole. */
  async updateOne(
    request: NgsiRequest,
    action: UpdateContext['action'],
    element: ContextElement,
  ): Promise<ContextResponse> {
    const responses = await this.update(request, { action, elements: [element] });
    return responses.find(({ status }) => status !== NGSIV1_OK) ?? responses[0]!;
  }

  /** Entities with at least one of the attributes, showing only those. */
  async query(
    request: NgsiRequest,
    query: QueryContext,
    { details, selector }: Ngsiv1Parameters,
  ): Promise<FoundEntities> {
    const context: ReadContext = request.readContext();
    const { attributes, selectors, ...filters } = query;
    const narrow = selectors.map((one) => narrowed(one, selector)).filter((one) => one !== undefined);
    if (narrow.length === 0) return { entities: [], count: 0 };
    const { limit, offset } = request.parameters;
    const asked: EntityQuery = {
      ...filters,
      selectors: narrow,
      ...selectionByAttributes(attributes),
      // NGSIv1 lists by creation, near queries too.
      orderBy: [{ by: 'dateCreated', descending: false }],
      limit,
      offset,
      count: details,
    };
    const { entities, count = 0 } = await this.queries.query(context, asked, attributes);
    return {
      entities:
        attributes.length === 0
          ? entities
          : entities.map((entity) => onlyListed(entity, attributes)).filter(({ attrs }) => attrs.size > 0),
      count,
    };
  }
}
