import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { QUERY_PARAMETERS } from '@smart-city/ngsild';
import type { Answer } from '../../../http/answer';
import { ForClients } from '../../../http/route-facts';
import { Call, operation, type LdCall } from '../ld-call';
import { LdEntityMapsService } from './ld-entity-maps.service';

const CREATE = operation(...QUERY_PARAMETERS);
const PLAIN = operation();

/** Entity maps (GS CIM 009 §6.34 ff). */
@Controller('/ngsi-ld/v1/entityMaps')
@ForClients()
export class LdEntityMapsController {
  constructor(private readonly maps: LdEntityMapsService) {}

  @Get()
  create(@Call(CREATE) call: LdCall): Promise<Answer> {
    return this.maps.create(call);
  }

  @Post()
  createByBody(@Call(PLAIN) call: LdCall): Promise<Answer> {
    return this.maps.createByBody(call);
  }

  @Get(':id')
  retrieve(@Call(PLAIN) call: LdCall): Answer {
    return this.maps.retrieve(call);
  }

  @Patch(':id')
  change(@Call(PLAIN) call: LdCall): Answer {
    return this.maps.change(call);
  }

  @Delete(':id')
  delete(@Call(PLAIN) call: LdCall): Answer {
    return this.maps.delete(call);
  }
}
