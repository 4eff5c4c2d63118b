import { Controller, Get, Post } from '@nestjs/common';
import type { Answer } from '../../../http/answer';
import { ForClients, HoldsToGrants, ServicePaths } from '../../../http/route-facts';
import { Call, operation, type LdCall } from '../ld-call';
import { TEMPORAL_PARAMETERS } from '../parameter-names';
import { LdTemporalService } from './ld-temporal.service';

const SHOWING = ['pick', 'omit', 'datasetId', 'lang', 'format', 'options', 'local'] as const;
const SELECTING = [
  'id',
  'idPattern',
  'q',
  'georel',
  'geometry',
  'coordinates',
  'geoproperty',
  'csf',
] as const;
const PAGING = ['limit', 'offset', 'count'] as const;

const RETRIEVE = operation('type', 'attrs', ...SHOWING, ...TEMPORAL_PARAMETERS);
const QUERY = operation(
  ...['type', 'attrs', ...SHOWING, ...SELECTING, ...PAGING, ...TEMPORAL_PARAMETERS],
  ...['expandValues', 'jsonKeys', 'orderBy'],
);
const POST_QUERY = operation(...PAGING, 'format', 'options', 'local');

/** Entities over time (GS CIM 009 §6.18, 6.19, 6.24). Only where their past is kept. */
@Controller('/ngsi-ld/v1/temporal')
@ForClients()
@ServicePaths('everywhere')
@HoldsToGrants()
export class LdTemporalController {
  constructor(private readonly temporal: LdTemporalService) {}

  @Get('entities')
  query(@Call(QUERY) call: LdCall): Promise<Answer> {
    return this.temporal.query(call);
  }

  @Get('entities/:id')
  retrieve(@Call(RETRIEVE) call: LdCall): Promise<Answer> {
    return this.temporal.retrieve(call);
  }

  @Post('entityOperations/query')
  postQuery(@Call(POST_QUERY) call: LdCall): Promise<Answer> {
    return this.temporal.postQuery(call);
  }
}
