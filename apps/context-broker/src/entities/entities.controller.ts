import { Controller, Delete, Get, HttpCode, Patch, Post, Put } from '@nestjs/common';
import type {
  AttributeInput,
  EntityQuery,
  EntityRef,
  EntityUpdate,
  JsonValue,
  NgsiError,
  ValueMediaType,
} from '@smart-city/ngsi';
import type { ReadContext, WriteContext } from '../context/request-context';
import { Answer, created, listAnswer } from '../http/answer';
import { PathName, Payload, Reading, Writing } from '../http/parameters';
import * as payload from './entity-payloads';
import type { NewEntity } from './entity-payloads';
import { EntityReference, Selection, Shown, ValueTypes } from './entity.parameters';
import { EntityReadsService } from './entity-reads.service';
import { deletionOf, updateOf, valueUpdateOf } from './entity-update-of';
import { EntityUpdatesService } from './entity-updates.service';
import type { ShownAs } from './representation';
import { attributeFault, singleFault, type UpdateOutcome } from './update-outcome';

/** `/v2/entities` and below. */
@Controller('/v2/entities')
export class EntitiesController {
  constructor(
    private readonly reads: EntityReadsService,
    private readonly updates: EntityUpdatesService,
  ) {}

  @Get()
  async list(
    @Shown() shown: ShownAs,
    @Selection() query: EntityQuery,
    @Reading() context: ReadContext,
  ): Promise<Answer> {
    const { json, count } = await this.reads.list(context, query, shown);
    return listAnswer(json, count);
  }

  @Post()
  async create(
    @Writing() context: WriteContext,
    @Payload(payload.newEntity) { ref, attrs }: NewEntity,
  ): Promise<Answer> {
    const isUpsert = context.request.options.has('upsert');
    await this.#write(context, singleFault, updateOf(context, isUpsert ? 'append' : 'create', ref, attrs));
    const location = `/v2/entities/${ref.id}?type=${ref.type}`;
    return isUpsert ? new Answer(204, '', ['Location', location]) : created(location);
  }

  @Get(':id')
  entity(
    @EntityReference() ref: EntityRef,
    @Shown() shown: ShownAs,
    @Reading() context: ReadContext,
  ): Promise<string> {
    return this.reads.entity(context, ref, shown);
  }

  @Delete(':id')
  @HttpCode(204)
  delete(@EntityReference() ref: EntityRef, @Writing() context: WriteContext): Promise<void> {
    return this.#write(context, singleFault, deletionOf(context, ref, []));
  }

  @Get(':id/attrs')
  attributes(
    @EntityReference() ref: EntityRef,
    @Shown() shown: ShownAs,
    @Reading() context: ReadContext,
  ): Promise<string> {
    return this.reads.attributes(context, ref, shown);
  }

  @Post(':id/attrs')
  @HttpCode(204)
  append(
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(payload.attributes) attrs: readonly AttributeInput[],
  ): Promise<void> {
    const action = context.request.options.has('append') ? 'appendStrict' : 'append';
    return this.#write(context, singleFault, {
      ...updateOf(context, action, ref, attrs),
      onlyExisting: true,
    });
  }

  @Patch(':id/attrs')
  @HttpCode(204)
  update(
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(payload.attributes) attrs: readonly AttributeInput[],
  ): Promise<void> {
    return this.#write(context, singleFault, updateOf(context, 'update', ref, attrs));
  }

  @Put(':id/attrs')
  @HttpCode(204)
  replace(
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(payload.attributes) attrs: readonly AttributeInput[],
  ): Promise<void> {
    return this.#write(context, singleFault, updateOf(context, 'replace', ref, attrs));
  }

  @Get(':id/attrs/:name')
  attribute(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Shown() shown: ShownAs,
    @Reading() context: ReadContext,
  ): Promise<string> {
    return this.reads.attribute(context, ref, name, shown);
  }

  @Put(':id/attrs/:name')
  @HttpCode(204)
  updateAttribute(
    @PathName('name') _name: string,
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(payload.attribute) attribute: AttributeInput,
  ): Promise<void> {
    return this.#write(context, attributeFault, updateOf(context, 'update', ref, [attribute]));
  }

  @Delete(':id/attrs/:name')
  @HttpCode(204)
  deleteAttribute(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
  ): Promise<void> {
    return this.#write(context, attributeFault, deletionOf(context, ref, [name]));
  }

  @Get(':id/attrs/:name/value')
  async value(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @ValueTypes() types: readonly ValueMediaType[],
    @Reading() context: ReadContext,
  ): Promise<Answer> {
    const { body, contentType } = await this.reads.value(context, ref, name, types);
    return new Answer(200, body, [], contentType);
  }

  @Put(':id/attrs/:name/value')
  @HttpCode(204)
  updateValue(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(payload.attributeValue) value: JsonValue,
  ): Promise<void> {
    return this.#write(context, attributeFault, valueUpdateOf(context, ref, name, value));
  }

  async #write(
    context: WriteContext,
    faultOf: (outcome: UpdateOutcome) => NgsiError | undefined,
    update: EntityUpdate,
  ): Promise<void> {
    const fault = faultOf(await this.updates.applyOne(context, update));
    if (fault) throw fault;
  }
}
