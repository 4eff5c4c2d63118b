import { Controller, Delete, Patch } from '@nestjs/common';
import { badRequest, type AttributeInput, type EntityQuery, type MetadataMap } from '@smart-city/context';
import type { ReadContext } from '../../../context/request-context';
import { jsonAnswer, type Answer } from '../../../http/answer';
import { fromRequest, Payload, Reading } from '../../../http/parameters';
import { listParameter } from '../../../http/url-parameters';
import { ChangesSelection, ForClients, HoldsToGrants, OwnOptions } from '../../../http/route-facts';
import { attributes } from '../entities/attributes.controller';
import { readQuery } from '../entities/entity-query';
import { checkNames, checkSelects, readBounds } from './filtered-change';
import { FilteredUpdatesService } from './filtered-updates.service';

const NO_METADATA: MetadataMap = new Map();

interface Bounded {
  readonly query: EntityQuery;
  readonly isDryRun: boolean;
}

/** Which entities the URL parameters select, and how many at most. @throws NgsiError  400 */
const BoundedSelection = fromRequest((request): Bounded => {
  checkNames(request);
  const { isDryRun } = readBounds(request);
  const query = readQuery(request.parameters, request);
  checkSelects(query);
  return { query, isDryRun };
});

/** The attributes that a deletion is about; none: the entities. @throws NgsiError  400 */
const DeletedAttributes = fromRequest((request): readonly AttributeInput[] => {
  const names = listParameter(request.parameters, 'attrs');
  // Who means attributes must not lose entities.
  if (names.length === 0 && request.parameter('attrs') !== undefined)
    throw badRequest('attrs names no attribute');
  return names.map((name) => ({ name, value: null, metadata: NO_METADATA }));
});

/** Attributes to write; which ones is said by the body. @throws NgsiError  400 */
const givenAttributes = (request: Parameters<typeof attributes>[0]): readonly AttributeInput[] => {
  if (request.parameter('attrs') !== undefined)
    throw badRequest('attrs is not for PATCH: the body names the attributes');
  return attributes(request);
};

/** `/v2/entities` with `limit`: what the parameters of the list select is changed. */
@Controller('/v2/entities')
@ForClients()
@HoldsToGrants()
export class FilteredEntitiesController {
  constructor(private readonly updates: FilteredUpdatesService) {}

  @Patch()
  @ChangesSelection('/v2/entities?limit')
  @OwnOptions('dryRun', 'extendedQuery')
  async update(
    @BoundedSelection() bounded: Bounded,
    @Reading() context: ReadContext,
    @Payload(givenAttributes) attrs: readonly AttributeInput[],
  ): Promise<Answer> {
    return jsonAnswer(
      await this.updates.change({ ...context, ...bounded, update: { action: 'update', attrs } }),
    );
  }

  @Delete()
  @ChangesSelection('/v2/entities?limit')
  @OwnOptions('dryRun', 'extendedQuery')
  async delete(
    @DeletedAttributes() attrs: readonly AttributeInput[],
    @BoundedSelection() bounded: Bounded,
    @Reading() context: ReadContext,
  ): Promise<Answer> {
    return jsonAnswer(
      await this.updates.change({ ...context, ...bounded, update: { action: 'delete', attrs } }),
    );
  }
}
