import { Injectable } from '@nestjs/common';
import {
  attributeNotFound,
  type AggregateQuery,
  type Attribute,
  type Entity,
  type EntityQuery,
  type EntityRef,
  type OrderPosition,
} from '@smart-city/context';
import {
  renderAttribute,
  renderAttributes,
  renderAttributeValue,
  renderGroups,
  renderMetadata,
  renderMetadataList,
  selectAttributes,
  type MetadataListOptions,
  type ValueMediaType,
} from '@smart-city/ngsiv2';
import { goOn, type AtHand } from '../../../context/at-hand';
import type { ReadContext } from '../../../context/request-context';
import { Answer, jsonAnswer } from '../../../http/answer';
import { taggedAnswer } from '../../../core/entities/conditions/tagged-answers';
import { entityAnswer, KeptAnswers } from './entity-answers';
import { EntityQueriesService } from '../../../core/entities/entity-queries.service';
import type { ShownAs } from '../../../core/entities/representation';
import type { EntityListing } from '../../../storage/rendered-list';

/** One page of entities as JSON text. */
export interface RenderedPage extends Pick<EntityListing, 'json' | 'more'> {
  /** Of all that match; undefined when nobody asked for it. */
  readonly count: number | undefined;
  /** Where the next page begins, for whoever pages by cursor. */
  readonly next: OrderPosition | undefined;
}

/** All metadata of an attribute, or one item. */
export interface MetadataPlace {
  readonly ref: EntityRef;
  readonly name: string;
  readonly item?: string;
}

/** The reading operations of `/v2/entities`: what the client named, looked up, rendered as answers. */
@Injectable()
export class EntityReadsService {
  private readonly kept = new KeptAnswers();

  constructor(private readonly queries: EntityQueriesService) {}

  async list(context: ReadContext, query: EntityQuery, shown: ShownAs): Promise<RenderedPage> {
    const { count, next, ...listing } = await this.queries.list(context, query, shown);
    return { ...listing, count: query.count ? (count ?? 0) : undefined, next };
  }

  /** Groups instead of entities, as {@link list}. */
  async groups(
    context: ReadContext,
    query: EntityQuery,
    aggregate: AggregateQuery,
  ): Promise<Pick<RenderedPage, 'json' | 'count'>> {
    const { groups, count } = await this.queries.aggregate(context, query, aggregate);
    return { json: renderGroups(groups, aggregate), count: query.count ? (count ?? 0) : undefined };
  }

  /** @throws NotFound, TooManyResults, PreconditionFailed */
  entity(context: ReadContext, ref: EntityRef, shown: ShownAs): AtHand<Answer> {
    const found = this.queries.get(context, ref, shown.attrs);
    // What is at hand stays in memory.
    if (!(found instanceof Promise)) return this.answer(context, found, this.kept.of(found, shown));
    return found.then((entity) => this.answer(context, entity, entityAnswer(entity, shown)));
  }

  /** @throws NotFound, TooManyResults, PreconditionFailed */
  attributes(context: ReadContext, ref: EntityRef, shown: ShownAs): AtHand<Answer> {
    return goOn(this.queries.get(context, ref, shown.attrs), (entity) =>
      this.answer(context, entity, jsonAnswer(renderAttributes(entity, shown))),
    );
  }

  /** @throws NotFound, TooManyResults, PreconditionFailed */
  attribute(context: ReadContext, ref: EntityRef, name: string, shown: ShownAs): AtHand<Answer> {
    const { attrs: _, ...options } = shown;
    return goOn(this.queries.get(context, ref, [name], true), (entity) =>
      this.answer(context, entity, jsonAnswer(renderAttribute(name, attributeOf(entity, name), options))),
    );
  }

  /** @throws NotFound, TooManyResults, NotAcceptable, PreconditionFailed */
  value(
    context: ReadContext,
    ref: EntityRef,
    name: string,
    types: readonly ValueMediaType[],
  ): AtHand<Answer> {
    return goOn(this.queries.get(context, ref, [name], true), (entity) => {
      const { body, contentType } = renderAttributeValue(attributeOf(entity, name), types);
      return this.answer(context, entity, new Answer(200, body, [], contentType));
    });
  }

  /** @throws NotFound, TooManyResults, PreconditionFailed */
  async metadata(
    context: ReadContext,
    { ref, name, item }: MetadataPlace,
    shown: MetadataListOptions,
  ): Promise<Answer> {
    const entity = await this.queries.get(context, ref, [name], true);
    const attribute = attributeOf(entity, name);
    const json =
      item === undefined
        ? renderMetadataList(name, attribute, shown)
        : renderMetadata(name, attribute, item, shown);
    return this.answer(context, entity, jsonAnswer(json));
  }

  private answer({ request }: ReadContext, entity: Entity, answer: Answer): Answer {
    return request.wantsTag ? taggedAnswer(request, entity, answer) : answer;
  }
}

/** @throws NotFound */
function attributeOf(entity: Entity, name: string): Attribute {
  const attribute = selectAttributes(entity, { attrs: [name] }).get(name);
  if (!attribute) throw attributeNotFound();
  return attribute;
}
