import { Controller, Delete, Get, HttpCode, Patch, Post, Put } from '@nestjs/common';
import { type AttributeInput, type EntityRef, type JsonValue, type MetadataMap } from '@smart-city/context';
import {
  parseAttribute,
  parseAttributes,
  parseAttributeValueJson,
  parseAttributeValueText,
  type ValueMediaType,
} from '@smart-city/ngsiv2';
import type { AtHand } from '../../../context/at-hand';
import type { ReadContext, WriteContext } from '../../../context/request-context';
import type { Answer } from '../../../http/answer';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { EntityReference, keyValuesOf, PathName, Payload, Reading, Writing } from '../../../http/parameters';
import {
  Allow,
  BadInput,
  CountedAs,
  ForClients,
  HoldsToGrants,
  ServicePaths,
} from '../../../http/route-facts';
import { EntityReadsService } from './entity-reads.service';
import { EntityUpdatesService } from '../../../core/entities/entity-updates.service';
import { Shown, ValueTypes } from './entity.parameters';
import type { ShownAs } from '../../../core/entities/representation';
import { attributeFault, singleFault } from './update-faults';

const NO_METADATA: MetadataMap = new Map();

// Bodies, for `@Payload`. All throw NgsiError: ParseError, or BadRequest with the fault.

/** Body of POST, PATCH and PUT `…/attrs`. */
export const attributes = (request: NgsiRequest): readonly AttributeInput[] =>
  parseAttributes(request.json(), keyValuesOf(request));

/** Body of `PUT …/attrs/{name}`. */
const attribute = (request: NgsiRequest): AttributeInput =>
  parseAttribute(request.pathPart('name'), request.json());

/** Body of `PUT …/attrs/{name}/value`. */
const attributeValue = (request: NgsiRequest): JsonValue =>
  request.contentType === 'text/plain'
    ? parseAttributeValueText(request.body.toString('utf8'))
    : parseAttributeValueJson(request.json());

/** `/v2/entities/{id}/attrs` and below. */
@Controller('/v2/entities/:id/attrs')
@ForClients()
@HoldsToGrants()
export class AttributesController {
  constructor(
    private readonly reads: EntityReadsService,
    private readonly updates: EntityUpdatesService,
  ) {}

  @Get()
  @Allow('GET, PATCH, POST, PUT')
  @CountedAs('/v2/entities/{id}[/attrs]')
  attributes(
    @EntityReference() ref: EntityRef,
    @Shown() shown: ShownAs,
    @Reading() context: ReadContext,
  ): AtHand<Answer> {
    return this.reads.attributes(context, ref, shown);
  }

  @Post()
  @ServicePaths('root')
  @HttpCode(204)
  append(
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(attributes) attrs: readonly AttributeInput[],
  ): Promise<Answer | undefined> {
    const action = context.request.options.has('append') ? 'appendStrict' : 'append';
    return this.updates.applyOne(context, { action, ref, attrs, onlyExisting: true }, singleFault);
  }

  @Patch()
  @ServicePaths('root')
  @HttpCode(204)
  update(
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(attributes) attrs: readonly AttributeInput[],
  ): Promise<Answer | undefined> {
    return this.updates.applyOne(context, { action: 'update', ref, attrs }, singleFault);
  }

  @Put()
  @ServicePaths('root')
  @HttpCode(204)
  replace(
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(attributes) attrs: readonly AttributeInput[],
  ): Promise<Answer | undefined> {
    return this.updates.applyOne(context, { action: 'replace', ref, attrs }, singleFault);
  }

  @Get(':name')
  @Allow('GET, PUT, DELETE')
  attribute(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Shown() shown: ShownAs,
    @Reading() context: ReadContext,
  ): AtHand<Answer> {
    return this.reads.attribute(context, ref, name, shown);
  }

  @Put(':name')
  @ServicePaths('root')
  @BadInput('asItIs')
  @HttpCode(204)
  updateAttribute(
    @PathName('name') _name: string,
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(attribute) given: AttributeInput,
  ): Promise<Answer | undefined> {
    return this.updates.applyOne(context, { action: 'update', ref, attrs: [given] }, attributeFault);
  }

  @Delete(':name')
  @ServicePaths('root')
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

  @Get(':name/value')
  @Allow('GET, PUT')
  value(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @ValueTypes() types: readonly ValueMediaType[],
    @Reading() context: ReadContext,
  ): AtHand<Answer> {
    return this.reads.value(context, ref, name, types);
  }

  @Put(':name/value')
  @ServicePaths('root')
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
