import { Controller, Get, Inject } from '@nestjs/common';
import { NgsiError, renderString } from '@smart-city/ngsi';
import { jsonAnswer, listAnswer, type Answer } from '../http/answer';
import { Asked } from '../http/from-request.decorator';
import { NgsiRequest } from '../http/ngsi-request';
import { ENTITY_STORE, type EntityStore } from '../storage/entity-store';
import { renderType, renderTypeInList } from './render-type';

/** `/v2/types`. Spec section 7. */
@Controller('/v2/types')
export class TypesController {
  constructor(@Inject(ENTITY_STORE) private readonly store: EntityStore) {}

  @Get()
  async list(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    const { options } = ngsi;
    const { limit, offset } = ngsi.parameters;
    const namesOnly = options.has('values');
    const detail = !namesOnly && !options.has('noAttrDetail');
    const { types, count } = await this.store.listTypes(ngsi.readContext().tenancy, {
      limit,
      offset,
      detail,
    });
    const items = types.map((summary) =>
      namesOnly ? renderString(summary.type) : renderTypeInList(summary),
    );
    return listAnswer(`[${items.join(',')}]`, options.has('count') ? count : undefined);
  }

  @Get(':type')
  async one(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    const type = ngsi.pathName(2);
    const summary = await this.store.getType(
      ngsi.readContext().tenancy,
      type,
      !ngsi.options.has('noAttrDetail'),
    );
    if (!summary) throw new NgsiError('NotFound', 'Entity type not found');
    return jsonAnswer(renderType(summary));
  }
}
