import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { DISCOVERY_PARAMETERS } from '@smart-city/ngsild';
import type { Answer } from '../../../http/answer';
import { ForClients, ServicePaths } from '../../../http/route-facts';
import { Call, operation, type LdCall } from '../ld-call';
import { LdRegistrationsService } from './ld-registrations.service';

const WRITE = operation();
const DISCOVER = operation(...DISCOVERY_PARAMETERS);
const RETRIEVE = operation('options');

/** Operations on registrations of context sources (GS CIM 009 §6.8, 6.9). */
@Controller('/ngsi-ld/v1/csourceRegistrations')
@ForClients()
@ServicePaths('everywhere')
export class LdRegistrationsController {
  constructor(private readonly registrations: LdRegistrationsService) {}

  @Post()
  create(@Call(WRITE) call: LdCall): Promise<Answer> {
    return this.registrations.create(call);
  }

  @Get()
  discover(@Call(DISCOVER) call: LdCall): Promise<Answer> {
    return this.registrations.discover(call);
  }

  @Get(':id')
  retrieve(@Call(RETRIEVE) call: LdCall): Promise<Answer> {
    return this.registrations.retrieve(call);
  }

  @Patch(':id')
  change(@Call(WRITE) call: LdCall): Promise<Answer> {
    return this.registrations.change(call);
  }

  @Delete(':id')
  delete(@Call(WRITE) call: LdCall): Promise<Answer> {
    return this.registrations.delete(call);
  }
}
