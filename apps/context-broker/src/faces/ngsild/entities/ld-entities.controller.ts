import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import type { AtHand } from '../../../context/at-hand';
import type { Answer } from '../../../http/answer';
import { Answers, ForClients, HoldsToGrants, ServicePaths } from '../../../http/route-facts';
import { Call, operation, type LdCall, type LdOperation } from '../ld-call';
import { RETRIEVE_PARAMETERS } from '../parameter-names';
import { LdEntitiesService } from './ld-entities.service';

const CREATE = operation('local');
const RETRIEVE: LdOperation = { ...operation(...RETRIEVE_PARAMETERS), showsGeo: true };
const MERGE = operation('type', 'local', 'options', 'format', 'lang', 'observedAt');
const CHANGE = operation('type', 'local');
const APPEND = operation('type', 'local', 'options');
const DELETE_ATTRIBUTE = operation('type', 'local', 'datasetId', 'deleteAll');

/** Operations on one entity and its attributes (GS CIM 009 §6.4 to 6.7). */
@Controller('/ngsi-ld/v1/entities')
@ForClients()
@ServicePaths('everywhere')
@HoldsToGrants()
export class LdEntitiesController {
  constructor(private readonly entities: LdEntitiesService) {}

  @Post()
  create(@Call(CREATE) call: LdCall): Promise<Answer> {
    return this.entities.create(call);
  }

  @Get(':id')
  @Answers('application/geo+json')
  retrieve(@Call(RETRIEVE) call: LdCall): AtHand<Answer> {
    return this.entities.retrieve(call);
  }

  @Put(':id')
  replace(@Call(CHANGE) call: LdCall): Promise<Answer> {
    return this.entities.replace(call);
  }

  @Patch(':id')
  merge(@Call(MERGE) call: LdCall): Promise<Answer> {
    return this.entities.merge(call);
  }

  @Delete(':id')
  delete(@Call(CHANGE) call: LdCall): Promise<Answer> {
    return this.entities.delete(call);
  }

  @Post(':id/attrs')
  append(@Call(APPEND) call: LdCall): Promise<Answer> {
    return this.entities.append(call);
  }

  @Patch(':id/attrs')
  update(@Call(CHANGE) call: LdCall): Promise<Answer> {
    return this.entities.update(call);
  }

  @Patch(':id/attrs/:name')
  updateAttribute(@Call(CHANGE) call: LdCall): Promise<Answer> {
    return this.entities.updateAttribute(call);
  }

  @Put(':id/attrs/:name')
  replaceAttribute(@Call(CHANGE) call: LdCall): Promise<Answer> {
    return this.entities.replaceAttribute(call);
  }

  @Delete(':id/attrs/:name')
  deleteAttribute(@Call(DELETE_ATTRIBUTE) call: LdCall): Promise<Answer> {
    return this.entities.deleteAttribute(call);
  }
}
