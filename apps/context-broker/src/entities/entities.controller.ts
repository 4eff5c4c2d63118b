import { Controller, Delete, Get, HttpCode, Inject, Optional, Patch, Post, Put } from '@nestjs/common';
import {
  badRequest,
  type AggregateQuery,
  type AttributeInput,
  type EntityQuery,
  type EntityRef,
  type JsonValue,
  type MetadataMap,
  type ValueMediaType,
} from '@smart-city/ngsi';
import type { AtHand } from '../context/at-hand';
import type { ReadContext, WriteContext } from '../context/request-context';
import { Answer, listAnswer } from '../http/answer';
import { withNext } from './cursor';
import { pageAnswer } from './geo-json-answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { PathName, Payload, Reading, Writing } from '../http/parameters';
import {
  Aggregation,
  attribute,
  attributes,
  attributeValue,
  EntityReference,
  Following,
  newEntity,
  Selection,
  Shown,
  ShownOnMap,
  ValueTypes,
  type NewEntity,
} from './entity.parameters';
import { EntityReadsService } from './entity-reads.service';
import { EntityUpdatesService } from './entity-updates.service';
import { LIVE_LISTS, type LiveLists } from './live-port';
import type { ShownAs } from './representation';
import { attributeFault, singleFault } from './update-outcome';

const NO_METADATA: MetadataMap = new Map();

/** `/v2/entities` and below. */
@Controller('/v2/entities')
export class EntitiesController {
  constructor(
    private readonly reads: EntityReadsService,
    private readonly updates: EntityUpdatesService,
    @Optional() @Inject(LIVE_LISTS) private readonly live?: LiveLists,
  ) {}

  @Get()
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
    if (following !== undefined && this.live !== undefined)
      return this.live.follow(following, context, query, shown);
    const { json, count, next } = await this.reads.list(context, query, shown);
    return withNext(pageAnswer(shown, json, count), query, next, context.request.url);
  }

  @Post()
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
  entity(
    @EntityReference() ref: EntityRef,
    @ShownOnMap() shown: ShownAs,
    @Reading() context: ReadContext,
  ): AtHand<Answer> {
    return this.reads.entity(context, ref, shown);
  }

  @Delete(':id')
  @HttpCode(204)
  delete(@EntityReference() ref: EntityRef, @Writing() context: WriteContext): Promise<Answer | undefined> {
    return this.updates.applyOne(context, { action: 'delete', ref, attrs: [] }, singleFault);
  }

  @Get(':id/attrs')
  attributes(
    @EntityReference() ref: EntityRef,
    @Shown() shown: ShownAs,
    @Reading() context: ReadContext,
  ): AtHand<Answer> {
    return this.reads.attributes(context, ref, shown);
  }

  @Post(':id/attrs')
  @HttpCode(204)
  append(
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(attributes) attrs: readonly AttributeInput[],
  ): Promise<Answer | undefined> {
    const action = context.request.options.has('append') ? 'appendStrict' : 'append';
    return this.updates.applyOne(context, { action, ref, attrs, onlyExisting: true }, singleFault);
  }

  @Patch(':id/attrs')
  @HttpCode(204)
  update(
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(attributes) attrs: readonly AttributeInput[],
  ): Promise<Answer | undefined> {
    return this.updates.applyOne(context, { action: 'update', ref, attrs }, singleFault);
  }

  @Put(':id/attrs')
  @HttpCode(204)
  replace(
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(attributes) attrs: readonly AttributeInput[],
  ): Promise<Answer | undefined> {
    return this.updates.applyOne(context, { action: 'replace', ref, attrs }, singleFault);
  }

  @Get(':id/attrs/:name')
  attribute(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Shown() shown: ShownAs,
    @Reading() context: ReadContext,
  ): AtHand<Answer> {
    return this.reads.attribute(context, ref, name, shown);
  }

  @Put(':id/attrs/:name')
  @HttpCode(204)
  updateAttribute(
    @PathName('name') _name: string,
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(attribute) given: AttributeInput,
  ): Promise<Answer | undefined> {
    return this.updates.applyOne(context, { action: 'update', ref, attrs: [given] }, attributeFault);
  }

  @Delete(':id/attrs/:name')
  @HttpCode(204)
  deleteAttribute(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
  ): Promise<Answer | undefined> {
    return this.updates.applyOne(
      context,
      { action: 'delete', ref, attrs: [{ name, value: null, metadata: NO_METADATA }] },
      attributeFault,
    );
  }

  @Get(':id/attrs/:name/value')
  value(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @ValueTypes() types: readonly ValueMediaType[],
    @Reading() context: ReadContext,
  ): AtHand<Answer> {
    return this.reads.value(context, ref, name, types);
  }

  @Put(':id/attrs/:name/value')
  @HttpCode(204)
  updateValue(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(attributeValue) value: JsonValue,
  ): Promise<Answer | undefined> {
    // Type and metadata of the attribute stay.
    const attrs = [{ name, value, metadata: NO_METADATA }];
    return this.updates.applyOne(
      context,
      { action: 'update', ref, attrs, overrideMetadata: false },
      attributeFault,
    );
  }
}
