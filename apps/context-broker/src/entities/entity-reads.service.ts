import { Injectable } from '@nestjs/common';
import {
  renderAttribute,
  renderAttributes,
  renderAttributeValue,
  renderEntity,
  selectAttributes,
  type Attribute,
  type EntityQuery,
  type EntityRef,
  type ValueMediaType,
} from '@smart-city/ngsi';
import type { ReadContext } from '../context/request-context';
import { EntityQueriesService } from './entity-queries.service';
import type { ShownAs } from './representation';
import { attributeNotFound } from './update-outcome';

/** One page of entities as JSON text. */
export interface RenderedPage {
  readonly json: string;
  /** Of all that match; undefined when nobody asked for it. */
  readonly count: number | undefined;
}

/** The reading operations of `/v2/entities`: what the client named, looked up, rendered as JSON text. */
@Injectable()
export class EntityReadsService {
  constructor(private readonly queries: EntityQueriesService) {}

  async list(context: ReadContext, query: EntityQuery, shown: ShownAs): Promise<RenderedPage> {
    const { json, count } = await this.queries.list(context, query, shown);
    return { json, count: query.count ? (count ?? 0) : undefined };
  }

  /** @throws NotFound, TooManyResults */
  async entity(context: ReadContext, ref: EntityRef, shown: ShownAs): Promise<string> {
    return renderEntity(await this.queries.get(context, ref, shown.attrs), shown);
  }

  /** @throws NotFound, TooManyResults */
  async attributes(context: ReadContext, ref: EntityRef, shown: ShownAs): Promise<string> {
    return renderAttributes(await this.queries.get(context, ref, shown.attrs), shown);
  }

  /** @throws NotFound, TooManyResults */
  async attribute(context: ReadContext, ref: EntityRef, name: string, shown: ShownAs): Promise<string> {
    const { attrs: _, ...options } = shown;
    return renderAttribute(name, await this.find(context, ref, name), options);
  }

  /** @throws NotFound, TooManyResults, NotAcceptable */
  async value(context: ReadContext, ref: EntityRef, name: string, types: readonly ValueMediaType[]) {
    return renderAttributeValue(await this.find(context, ref, name), types);
  }

  private async find(context: ReadContext, ref: EntityRef, name: string): Promise<Attribute> {
    const entity = await this.queries.get(context, ref, [name], true);
    const attribute = selectAttributes(entity, { attrs: [name] }).get(name);
    if (!attribute) throw attributeNotFound();
    return attribute;
  }
}
