import { Controller, Post } from '@nestjs/common';
import type { Answer } from '../../../http/answer';
import { ForClients, HoldsToGrants, ServicePaths } from '../../../http/route-facts';
import { Call, operation, type LdCall } from '../ld-call';
import { LdBatchService } from './ld-batch.service';

const PLAIN = operation('local');
const WITH_OPTIONS = operation('local', 'options');
const MERGE = operation('local', 'options', 'format', 'lang', 'observedAt');

/** Operations on many entities (GS CIM 009 §6.14 to 6.17, 6.31). */
@Controller('/ngsi-ld/v1/entityOperations')
@ForClients()
@ServicePaths('everywhere')
@HoldsToGrants()
export class LdBatchController {
  constructor(private readonly batch: LdBatchService) {}

  @Post('create')
  create(@Call(PLAIN) call: LdCall): Promise<Answer> {
    return this.batch.create(call);
  }

  @Post('upsert')
  upsert(@Call(WITH_OPTIONS) call: LdCall): Promise<Answer> {
    return this.batch.upsert(call);
  }

  @Post('update')
  update(@Call(WITH_OPTIONS) call: LdCall): Promise<Answer> {
    return this.batch.update(call);
  }

  @Post('merge')
  merge(@Call(MERGE) call: LdCall): Promise<Answer> {
    return this.batch.merge(call);
  }

  @Post('delete')
  delete(@Call(PLAIN) call: LdCall): Promise<Answer> {
    return this.batch.delete(call);
  }
}
