import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import type { Answer } from '../../../http/answer';
import { ForClients, HoldsToGrants, ServicePaths } from '../../../http/route-facts';
import { Call, operation, type LdCall } from '../ld-call';
import { LdSubscriptionsService } from './ld-subscriptions.service';

const CREATE = operation('local');
const LIST = operation('limit', 'offset', 'count', 'options', 'local');
const RETRIEVE = operation('options', 'local');
const CHANGE = operation('local');

/** Operations on subscriptions (GS CIM 009 §6.10, 6.11). */
@Controller('/ngsi-ld/v1/subscriptions')
@ForClients()
@ServicePaths('everywhere')
export class LdSubscriptionsController {
  constructor(private readonly subscriptions: LdSubscriptionsService) {}

  @Post()
  @HoldsToGrants()
  create(@Call(CREATE) call: LdCall): Promise<Answer> {
    return this.subscriptions.create(call);
  }

  @Get()
  list(@Call(LIST) call: LdCall): Promise<Answer> {
    return this.subscriptions.list(call);
  }

  @Get(':id')
  retrieve(@Call(RETRIEVE) call: LdCall): Promise<Answer> {
    return this.subscriptions.retrieve(call);
  }

  @Patch(':id')
  change(@Call(CHANGE) call: LdCall): Promise<Answer> {
    return this.subscriptions.change(call);
  }

  @Delete(':id')
  delete(@Call(CHANGE) call: LdCall): Promise<Answer> {
    return this.subscriptions.delete(call);
  }
}
