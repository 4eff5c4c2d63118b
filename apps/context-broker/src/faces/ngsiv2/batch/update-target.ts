import type { EntityUpdate, ServicePathFilter } from '@smart-city/context';
import { goOn, type AtHand } from '../../../context/at-hand';
import { atOnce, loopTurns } from '../../../context/loop-turns';
import type { ReadContext, WriteContext } from '../../../context/request-context';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { fromRequest, writeContextOf } from '../../../http/parameters';
import { readFilters } from '../../../http/tenancy';
import { batchUpdate } from './parse-batch-update';
import { filteredUpdate, hasFilter, type FilteredUpdate } from './parse-filtered-update';

/** What `POST /v2/op/update` is about: entities by name, or all that a filter selects. */
export type UpdateTarget =
  | { readonly kind: 'entities'; readonly context: WriteContext; readonly updates: readonly EntityUpdate[] }
  | { readonly kind: 'filter'; readonly context: ReadContext; readonly asked: FilteredUpdate };

/** Bytes of a body that is read in slices. */
const LARGE = 32_768;
/** Milliseconds of a slice. */
const SLICE_MS = 1;

/** The body, then where it goes; by a promise for a large body. @throws NgsiError  ParseError, 400 */
export const Target = fromRequest((request): AtHand<UpdateTarget> => {
  request.hasPayloadFault = true;
  if (hasFilter(request)) {
    const asked = filteredUpdate(request);
    request.hasPayloadFault = false;
    return { kind: 'filter', context: filterContext(request), asked };
  }
  const reading = batchUpdate(request);
  const updates = request.body.length > LARGE ? loopTurns.slice(reading, SLICE_MS) : atOnce(reading);
  return goOn(updates, (read) => {
    request.hasPayloadFault = false;
    return { kind: 'entities', context: writeContextOf(request), updates: read };
  });
});

/** Service paths as of a list, where they are named; else where updates go. */
function filterContext(request: NgsiRequest): ReadContext {
  const { tenant, servicePaths } = request;
  const paths: readonly ServicePathFilter[] = readFilters((servicePaths ?? ['/']).map((path) => path || '/'));
  return { request, tenancy: { tenant, servicePaths: paths } };
}
