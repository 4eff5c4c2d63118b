import { Controller, Delete, Get, Post } from '@nestjs/common';
import type { Answer } from '../../../http/answer';
import { ForClients, ServicePaths } from '../../../http/route-facts';
import { Call, operation, type LdCall } from '../ld-call';
import { LdContextsService } from './ld-contexts.service';

const ADD = operation();
const LIST = operation('details', 'kind');
const GET_ONE = operation('details');
const DELETE = operation('reload');

/** Operations on contexts that are kept here (GS CIM 009 §6.29, 6.30). */
@Controller('/ngsi-ld/v1/jsonldContexts')
@ForClients()
@ServicePaths('everywhere')
export class LdContextsController {
  constructor(private readonly contexts: LdContextsService) {}

  @Post()
  add(@Call(ADD) call: LdCall): Promise<Answer> {
    return this.contexts.add(call);
  }

  @Get()
  list(@Call(LIST) call: LdCall): Promise<Answer> {
    return this.contexts.list(call);
  }

  @Get(':id')
  get(@Call(GET_ONE) call: LdCall): Promise<Answer> {
    return this.contexts.get(call);
  }

  @Delete(':id')
  delete(@Call(DELETE) call: LdCall): Promise<Answer> {
    return this.contexts.delete(call);
  }
}
