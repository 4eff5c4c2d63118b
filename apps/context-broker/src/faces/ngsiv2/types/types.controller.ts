import { Controller, Get, Inject } from '@nestjs/common';
import { NgsiError, renderString } from '@smart-city/context';
import type { ReadContext } from '../../../context/request-context';
import { listAnswer, type Answer } from '../../../http/answer';
import { Parameters, PathName, Reading } from '../../../http/parameters';
import type { UrlParameters } from '../../../http/url-parameters';
import { ForClients } from '../../../http/route-facts';
import { ENTITY_STORE, type EntityStore } from '../../../storage/entity-store';
import { renderType, renderTypeInList } from './render-type';

/** `/v2/types`. */
@Controller('/v2/types')
@ForClients()
export class TypesController {
  constructor(@Inject(ENTITY_STORE) private readonly store: EntityStore) {}

  @Get()
  async list(
    @Parameters() { options, limit, offset }: UrlParameters,
    @Reading() { tenancy }: ReadContext,
  ): Promise<Answer> {
    const namesOnly = options.has('values');
    const detail = !namesOnly && !options.has('noAttrDetail');
    const { types, count } = await this.store.listTypes(tenancy, { limit, offset, detail });
    const items = types.map((summary) =>
      namesOnly ? renderString(summary.type) : renderTypeInList(summary),
    );
    return listAnswer(`[${items.join(',')}]`, options.has('count') ? count : undefined);
  }

  @Get(':type')
  async one(
    @PathName('type') type: string,
    @Parameters() { options, limit, offset }: UrlParameters,
    @Reading() { tenancy }: ReadContext,
  ): Promise<string> {
    const summary = await this.store.getType(tenancy, type, !options.has('noAttrDetail'));
    if (!summary) throw new NgsiError('NotFound', 'Entity type not found');
    const attrs = new Map([...summary.attrs].slice(offset, offset + limit));
    return renderType({ ...summary, attrs });
  }
}
