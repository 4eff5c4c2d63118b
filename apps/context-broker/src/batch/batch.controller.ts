import { Controller, Post } from '@nestjs/common';
import { renderEntity } from '@smart-city/ngsi';
import { EntityQueriesService } from '../entities/entity-queries.service';
import { onlyListed } from '../entities/listed-attributes';
import { EntityUpdatesService } from '../entities/entity-updates.service';
import { readRepresentation, withDateOptions } from '../entities/representation';
import { batchFault } from '../entities/update-outcome';
import { EMPTY_OK, listAnswer, NO_CONTENT, type Answer } from '../http/answer';
import { Asked } from '../http/from-request.decorator';
import { NgsiRequest } from '../http/ngsi-request';
import { readBatchQuery } from './parse-batch-query';
import { readBatchUpdate } from './parse-batch-update';
import { readNotification } from './parse-notification';

/** `/v2/op`: the same two doors, many entities at a time. Spec section 6. */
@Controller('/v2/op')
export class BatchController {
  constructor(
    private readonly updates: EntityUpdatesService,
    private readonly queries: EntityQueriesService,
  ) {}

  @Post('update')
  async update(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    const updates = readBatchUpdate(ngsi);
    const fault = batchFault(await this.updates.apply(ngsi.writeContext(), updates));
    if (fault) throw fault;
    return NO_CONTENT;
  }

  @Post('query')
  async query(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    const { query, attributes, attrs, metadata } = readBatchQuery(ngsi);
    const shown = { ...readRepresentation(ngsi), attrs: withDateOptions(attrs, ngsi), metadata };
    const asked = shown.attrs.length > 0 ? shown.attrs : attributes;
    const { entities, count } = await this.queries.query(ngsi.readContext(), query, asked);
    return listAnswer(
      `[${entities.map((entity) => renderEntity(onlyListed(entity, attributes), shown)).join(',')}]`,
      query.count ? (count ?? 0) : undefined,
    );
  }

  @Post('notify')
  async notify(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    const updates = readNotification(ngsi);
    await this.updates.apply(ngsi.writeContext(), updates);
    return EMPTY_OK;
  }
}
