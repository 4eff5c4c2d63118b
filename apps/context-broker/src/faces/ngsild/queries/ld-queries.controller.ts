import { Controller, Delete, Get, Post } from '@nestjs/common';
import { POST_QUERY_PARAMETERS, PURGE_PARAMETERS, QUERY_PARAMETERS } from '@smart-city/ngsild';
import type { Answer } from '../../../http/answer';
import { Answers, ForClients, HoldsToGrants } from '../../../http/route-facts';
import { Call, operation, type LdCall, type LdOperation } from '../ld-call';
import { LdPurgeService } from './ld-purge.service';
import { LdQueriesService } from './ld-queries.service';

const QUERY: LdOperation = { ...operation(...QUERY_PARAMETERS), showsGeo: true };
const POST_QUERY: LdOperation = { ...operation(...POST_QUERY_PARAMETERS), showsGeo: true };
const PURGE = operation(...PURGE_PARAMETERS);

/** Operations on whatever entities a query selects (GS CIM 009 §6.4.3.2, 6.4.3.3, 6.23). */
@Controller('/ngsi-ld/v1')
@ForClients()
@HoldsToGrants()
export class LdQueriesController {
  constructor(
    private readonly queries: LdQueriesService,
    private readonly purges: LdPurgeService,
  ) {}

  @Get('entities')
  @Answers('application/geo+json')
  query(@Call(QUERY) call: LdCall): Promise<Answer> {
    return this.queries.query(call);
  }

  @Delete('entities')
  purge(@Call(PURGE) call: LdCall): Promise<Answer> {
    return this.purges.purge(call);
  }

  @Post('entityOperations/query')
  @Answers('application/geo+json')
  postQuery(@Call(POST_QUERY) call: LdCall): Promise<Answer> {
    return this.queries.postQuery(call);
  }
}
