import { Injectable } from '@nestjs/common';
import {
  renderAttribute,
  renderAttributes,
  renderAttributeValue,
  renderEntity,
  selectAttributes,
  type Attribute,
  type ValueMediaType,
} from '@smart-city/ngsi';
import { Answer, jsonAnswer, listAnswer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { EntityQueriesService } from './entity-queries.service';
import { readAttributeName, readQuery, readRef } from './entity-requests';
import { readRepresentation } from './representation';
import { attributeNotFound } from './update-outcome';

/** The reading operations of `/v2/entities`: what the client named, looked up, rendered. */
@Injectable()
export class EntityReadsService {
  constructor(private readonly queries: EntityQueriesService) {}

  async list(request: NgsiRequest): Promise<Answer> {
    const context = request.readContext();
    const query = readQuery(request);
    const shown = readRepresentation(request);
    const { entities, count } = await this.queries.query(context, query, shown.attrs);
    return listAnswer(
      `[${entities.map((entity) => renderEntity(entity, shown)).join(',')}]`,
      query.count ? (count ?? 0) : undefined,
    );
  }

  async entity(request: NgsiRequest): Promise<Answer> {
    const shown = readRepresentation(request);
    return jsonAnswer(
      renderEntity(await this.queries.get(request.readContext(), readRef(request), shown.attrs), shown),
    );
  }

  async attributes(request: NgsiRequest): Promise<Answer> {
    const shown = readRepresentation(request);
    return jsonAnswer(
      renderAttributes(await this.queries.get(request.readContext(), readRef(request), shown.attrs), shown),
    );
  }

  async attribute(request: NgsiRequest): Promise<Answer> {
    const name = readAttributeName(request);
    const { attrs: _, ...shown } = readRepresentation(request);
    return jsonAnswer(renderAttribute(name, await this.find(request, name), shown));
  }

  async value(request: NgsiRequest): Promise<Answer> {
    const rendered = renderAttributeValue(
      await this.find(request, readAttributeName(request)),
      acceptedTypes(request),
    );
    return new Answer(200, rendered.body, [], rendered.contentType);
  }

  private async find(request: NgsiRequest, name: string): Promise<Attribute> {
    const entity = await this.queries.get(request.readContext(), readRef(request), [name], true);
    const attribute = selectAttributes(entity, { attrs: [name] }).get(name);
    if (!attribute) throw attributeNotFound();
    return attribute;
  }
}

/** The media types the client takes, the preferred one first. */
function acceptedTypes({ acceptance: { json, text, preferred } }: NgsiRequest): readonly ValueMediaType[] {
  const types: ValueMediaType[] = [
    ...(json ? (['application/json'] as const) : []),
    ...(text ? (['text/plain'] as const) : []),
  ];
  return preferred === 'text' ? types.reverse() : types;
}
