import type { EntityUpdate, ServicePathFilter } from '@smart-city/ngsi';
import type { ReadContext, WriteContext } from '../context/request-context';
import type { NgsiRequest } from '../http/ngsi-request';
import { fromRequest, writeContextOf } from '../http/parameters';
import { readFilters } from '../http/tenancy';
import { batchUpdate } from './parse-batch-update';
import { filteredUpdate, hasFilter, type FilteredUpdate } from './parse-filtered-update';

/** What `POST /v2/op/update` is about: entities by name, or all that a filter selects. */
export type UpdateTarget =
  | { readonly kind: 'entities'; readonly context: WriteContext; readonly updates: readonly EntityUpdate[] }
  | { readonly kind: 'filter'; readonly context: ReadContext; readonly asked: FilteredUpdate };

/** The body, then where it goes. @throws NgsiError  ParseError, 400 */
export const Target = fromRequest((request): UpdateTarget => {
  request.hasPayloadFault = true;
  const byFilter = hasFilter(request) ? filteredUpdate(request) : undefined;
  const updates = byFilter === undefined ? batchUpdate(request) : [];
  request.hasPayloadFault = false;
  return byFilter === undefined
    ? { kind: 'entities', context: writeContextOf(request), updates }
    : { kind: 'filter', context: filterContext(request), asked: byFilter };
});

/** Service paths as of a list, where they are named; else where updates go. */
function filterContext(request: NgsiRequest): ReadContext {
  const { tenant, servicePaths } = request;
  const paths: readonly ServicePathFilter[] = readFilters((servicePaths ?? ['/']).map((path) => path || '/'));
  return { request, tenancy: { tenant, servicePaths: paths } };
}
