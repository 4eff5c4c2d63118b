import { Controller, Delete, Get, Patch, Post, Put, Req } from '@nestjs/common';
import { created, NO_CONTENT, Answer } from '../http/answer';
import type { Frame } from '../http/broker-http.adapter';
import type { NgsiRequest } from '../http/ngsi-request';
import { EntityReadsService } from './entity-reads.service';
import {
  readAttribute,
  readAttributeName,
  readAttributes,
  readAttributeValue,
  readDeletion,
  readNewEntity,
} from './entity-requests';
import { EntityUpdatesService } from './entity-updates.service';
import { attributeFault, singleFault, type UpdateOutcome } from './update-outcome';
import type { EntityUpdate, NgsiError } from '@smart-city/ngsi';

/** `/v2/entities` and below. Spec section 3. */
@Controller('/v2/entities')
export class EntitiesController {
  constructor(
    private readonly reads: EntityReadsService,
    private readonly updates: EntityUpdatesService,
  ) {}

  @Get()
  list(@Req() { raw }: Frame): Promise<Answer> {
    return this.reads.list(raw.ngsi);
  }

  @Post()
  async create(@Req() { raw }: Frame): Promise<Answer> {
    const update = readNewEntity(raw.ngsi);
    await this.write(raw.ngsi, update, singleFault);
    const location = `/v2/entities/${update.ref.id}?type=${update.ref.type}`;
    return raw.ngsi.options.has('upsert') ? new Answer(204, '', ['Location', location]) : created(location);
  }

  @Get(':id')
  entity(@Req() { raw }: Frame): Promise<Answer> {
    return this.reads.entity(raw.ngsi);
  }

  @Delete(':id')
  delete(@Req() { raw }: Frame): Promise<Answer> {
    return this.write(raw.ngsi, readDeletion(raw.ngsi, []), singleFault);
  }

  @Get(':id/attrs')
  attributes(@Req() { raw }: Frame): Promise<Answer> {
    return this.reads.attributes(raw.ngsi);
  }

  @Post(':id/attrs')
  append(@Req() { raw }: Frame): Promise<Answer> {
    return this.write(
      raw.ngsi,
      {
        ...readAttributes(raw.ngsi, raw.ngsi.options.has('append') ? 'appendStrict' : 'append'),
        onlyExisting: true,
      },
      singleFault,
    );
  }

  @Patch(':id/attrs')
  update(@Req() { raw }: Frame): Promise<Answer> {
    return this.write(raw.ngsi, readAttributes(raw.ngsi, 'update'), singleFault);
  }

  @Put(':id/attrs')
  replace(@Req() { raw }: Frame): Promise<Answer> {
    return this.write(raw.ngsi, readAttributes(raw.ngsi, 'replace'), singleFault);
  }

  @Get(':id/attrs/:name')
  attribute(@Req() { raw }: Frame): Promise<Answer> {
    return this.reads.attribute(raw.ngsi);
  }

  @Put(':id/attrs/:name')
  updateAttribute(@Req() { raw }: Frame): Promise<Answer> {
    return this.write(raw.ngsi, readAttribute(raw.ngsi), attributeFault);
  }

  @Delete(':id/attrs/:name')
  deleteAttribute(@Req() { raw }: Frame): Promise<Answer> {
    return this.write(raw.ngsi, readDeletion(raw.ngsi, [readAttributeName(raw.ngsi)]), attributeFault);
  }

  @Get(':id/attrs/:name/value')
  value(@Req() { raw }: Frame): Promise<Answer> {
    return this.reads.value(raw.ngsi);
  }

  @Put(':id/attrs/:name/value')
  updateValue(@Req() { raw }: Frame): Promise<Answer> {
    return this.write(raw.ngsi, readAttributeValue(raw.ngsi), attributeFault);
  }

  private async write(
    request: NgsiRequest,
    update: EntityUpdate,
    faultOf: (outcome: UpdateOutcome) => NgsiError | undefined,
  ): Promise<Answer> {
    const fault = faultOf(await this.updates.applyOne(request.writing(), update));
    if (fault) throw fault;
    return NO_CONTENT;
  }
}
