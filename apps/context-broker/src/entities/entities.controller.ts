import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { created, NO_CONTENT, Answer } from '../http/answer';
import { Asked } from '../http/from-request.decorator';
import { NgsiRequest } from '../http/ngsi-request';
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
  list(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.reads.list(ngsi);
  }

  @Post()
  async create(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    const update = readNewEntity(ngsi);
    await this.write(ngsi, update, singleFault);
    const location = `/v2/entities/${update.ref.id}?type=${update.ref.type}`;
    return ngsi.options.has('upsert') ? new Answer(204, '', ['Location', location]) : created(location);
  }

  @Get(':id')
  entity(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.reads.entity(ngsi);
  }

  @Delete(':id')
  delete(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.write(ngsi, readDeletion(ngsi, []), singleFault);
  }

  @Get(':id/attrs')
  attributes(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.reads.attributes(ngsi);
  }

  @Post(':id/attrs')
  append(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.write(
      ngsi,
      {
        ...readAttributes(ngsi, ngsi.options.has('append') ? 'appendStrict' : 'append'),
        onlyExisting: true,
      },
      singleFault,
    );
  }

  @Patch(':id/attrs')
  update(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.write(ngsi, readAttributes(ngsi, 'update'), singleFault);
  }

  @Put(':id/attrs')
  replace(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.write(ngsi, readAttributes(ngsi, 'replace'), singleFault);
  }

  @Get(':id/attrs/:name')
  attribute(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.reads.attribute(ngsi);
  }

  @Put(':id/attrs/:name')
  updateAttribute(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.write(ngsi, readAttribute(ngsi), attributeFault);
  }

  @Delete(':id/attrs/:name')
  deleteAttribute(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.write(ngsi, readDeletion(ngsi, [readAttributeName(ngsi)]), attributeFault);
  }

  @Get(':id/attrs/:name/value')
  value(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.reads.value(ngsi);
  }

  @Put(':id/attrs/:name/value')
  updateValue(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return this.write(ngsi, readAttributeValue(ngsi), attributeFault);
  }

  private async write(
    request: NgsiRequest,
    update: EntityUpdate,
    faultOf: (outcome: UpdateOutcome) => NgsiError | undefined,
  ): Promise<Answer> {
    const fault = faultOf(await this.updates.applyOne(request.writeContext(), update));
    if (fault) throw fault;
    return NO_CONTENT;
  }
}
