import { Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { type AttributeInput, type EntityRef, type MetadataMap } from '@smart-city/context';
import { parseMetadataBody, parseMetadataItemBody } from '@smart-city/ngsiv2';
import type { ReadContext, WriteContext } from '../../../context/request-context';
import type { Answer } from '../../../http/answer';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { EntityReference, keyValuesOf, PathName, Payload, Reading, Writing } from '../../../http/parameters';
import { ForClients, HoldsToGrants, ServicePaths } from '../../../http/route-facts';
import { Shown } from './entity.parameters';
import { EntityReadsService } from './entity-reads.service';
import { EntityUpdatesService } from '../../../core/entities/entity-updates.service';
import type { ShownAs } from '../../../core/entities/representation';
import { attributeFault } from './update-faults';

const NONE: MetadataMap = new Map();
const all = (request: NgsiRequest) => parseMetadataBody(request.json(), keyValuesOf(request));
const one = (request: NgsiRequest) =>
  parseMetadataItemBody(request.pathPart('item'), request.json(), keyValuesOf(request));
const listOf = ({ metadata = [], representation }: ShownAs) => ({
  metadata,
  keyValues: representation === 'keyValues',
});

/** `…/attrs/{name}/metadata` and one item of it, which the NGSIv2 specification does not have. */
@Controller('/v2/entities/:id/attrs/:name/metadata')
@ForClients()
@HoldsToGrants()
export class MetadataController {
  constructor(
    private readonly reads: EntityReadsService,
    private readonly updates: EntityUpdatesService,
  ) {}

  @Get()
  list(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Shown() shown: ShownAs,
    @Reading() context: ReadContext,
  ): Promise<Answer> {
    return this.reads.metadata(context, { ref, name }, listOf(shown));
  }

  @Put()
  @ServicePaths('root')
  @HttpCode(204)
  replace(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(all) metadata: MetadataMap,
  ): Promise<Answer | undefined> {
    return this.write(context, ref, { name, value: null, metadata, onlyMetadata: 'replace' });
  }

  @Delete()
  @ServicePaths('root')
  @HttpCode(204)
  clear(
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
  ): Promise<Answer | undefined> {
    return this.write(context, ref, { name, value: null, metadata: NONE, onlyMetadata: 'replace' });
  }

  @Get(':item')
  item(
    @PathName('item') item: string,
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Shown() shown: ShownAs,
    @Reading() context: ReadContext,
  ): Promise<Answer> {
    return this.reads.metadata(context, { ref, name, item }, listOf(shown));
  }

  @Put(':item')
  @ServicePaths('root')
  @HttpCode(204)
  put(
    @PathName('item') _item: string,
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
    @Payload(one) metadata: MetadataMap,
  ): Promise<Answer | undefined> {
    return this.write(context, ref, { name, value: null, metadata, onlyMetadata: 'put' });
  }

  @Delete(':item')
  @ServicePaths('root')
  @HttpCode(204)
  remove(
    @PathName('item') item: string,
    @PathName('name') name: string,
    @EntityReference() ref: EntityRef,
    @Writing() context: WriteContext,
  ): Promise<Answer | undefined> {
    const metadata: MetadataMap = new Map([[item, { type: '', value: null }]]);
    return this.write(context, ref, { name, value: null, metadata, onlyMetadata: 'remove' });
  }

  private write(
    context: WriteContext,
    ref: EntityRef,
    attribute: AttributeInput,
  ): Promise<Answer | undefined> {
    return this.updates.applyOne(context, { action: 'update', ref, attrs: [attribute] }, attributeFault);
  }
}
