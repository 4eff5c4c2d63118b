import { Inject, Injectable } from '@nestjs/common';
import {
  renderTemporalEntity,
  type LdShowing,
  type ShowOptions,
  type TemporalAttribute,
} from '@smart-city/ngsild';
import { OPTIONS, type BrokerOptions } from '../../../cli/options';
import { BoundedAnswer } from './bounded-answer';
import { byAttribute, type PastEntity } from './past-entities.service';
import type { PastReader } from './past-reader';
import { AttributeRenderer, type TemporalRequest } from './temporal-request';

/** Texts of entities, and whether the bound of an answer cut them. */
export interface TemporalTexts {
  readonly texts: readonly string[];
  /** Present where something was cut: the value of `Content-Range`. */
  readonly contentRange?: string;
}

const UNBOUNDED = Number.MAX_SAFE_INTEGER - 1;

/** Writes entities with their past, within the bound of an answer. */
@Injectable()
export class TemporalAnswers {
  constructor(@Inject(OPTIONS) private readonly options: BrokerOptions) {}

  /** @throws NgsiLdFault  TooComplexQuery; InvalidRequest where nothing can be summed up */
  async show(
    reader: PastReader,
    entities: readonly PastEntity[],
    request: TemporalRequest,
    options: ShowOptions,
  ): Promise<TemporalTexts> {
    // Sums are of all instances; their number is bounded by what a request may look at.
    const most = request.aggregation === undefined ? this.options.historyPage : UNBOUNDED;
    const bound = new BoundedAnswer(request.query, most);
    const read: (readonly [PastEntity, readonly TemporalAttribute[]])[] = [];
    for (const entity of entities)
      read.push([entity, await this.attributesOf(reader, entity, bound, options)]);
    const renderer = new AttributeRenderer(request);
    const texts = read.map(([entity, attributes]) =>
      renderTemporalEntity(
        { ...entity, attributes: attributes.map((one) => inShownOrder(one, request)) },
        options,
        renderer.render,
      ),
    );
    renderer.check();
    return bound.isCut ? { texts, contentRange: bound.contentRange } : { texts };
  }

  /** An attribute without instances is left out, unless the bound took them. */
  private async attributesOf(
    reader: PastReader,
    entity: PastEntity,
    bound: BoundedAnswer,
    shown: ShowOptions,
  ): Promise<readonly TemporalAttribute[]> {
    const attributes: TemporalAttribute[] = [];
    for (const [name, series] of byAttribute(entity)) {
      if (!isShownAttribute(name, shown)) continue;
      const lists: (readonly TemporalAttribute['instances'][number][])[] = [];
      let isThere = false;
      for (const one of series) {
        if (shown.datasetIds?.has(one.dataset === '' ? '@none' : one.dataset) === false) continue;
        const wasCut = bound.isCut;
        const found = await reader.read(one, bound.most + 1, bound.times);
        isThere ||= found.length > 0 || (wasCut && (await reader.read(one, 1)).length > 0);
        lists.push(bound.add(found));
      }
      if (isThere)
        attributes.push({
          name,
          get instances() {
            return lists.flat();
          },
        });
    }
    return attributes;
  }
}

/** Whether `pick`, `omit` and `attrs` leave an attribute. */
export const isShownAttribute = (
  name: string,
  { pick, omit, attrs }: Pick<LdShowing, 'pick' | 'omit' | 'attrs'>,
): boolean =>
  (pick === undefined || pick.has(name)) && omit?.has(name) !== true && (attrs?.has(name) ?? true);

/** Ascending; with `lastN`, which counts for all datasets of an attribute together, descending. */
function inShownOrder({ name, instances }: TemporalAttribute, { query }: TemporalRequest): TemporalAttribute {
  const { property, lastN } = query;
  const place = (one: TemporalAttribute['instances'][number]) => one[property] ?? one.modifiedAt;
  const ascending = instances.toSorted((a, b) => place(a) - place(b));
  return { name, instances: lastN === undefined ? ascending : ascending.toReversed().slice(0, lastN) };
}
