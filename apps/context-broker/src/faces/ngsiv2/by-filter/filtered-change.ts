import { badRequest, type EntityQuery, type EntityUpdate, type ReadTenancy } from '@smart-city/context';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { SELECTION_PARAMETERS } from '../url-parameters';
import type { RequestContext } from '../../../context/request-context';

/** What is to be done with every entity that a filter selects. */
export interface FilteredChange {
  readonly request: RequestContext;
  /** Where entities are looked for. */
  readonly tenancy: ReadTenancy;
  /** Which entities, at most `limit` of them. */
  readonly query: EntityQuery;
  /** For each of them. */
  readonly update: Pick<EntityUpdate, 'action' | 'attrs'>;
  /** Only count. */
  readonly isDryRun: boolean;
}

/** URL parameters of `PATCH` and `DELETE /v2/entities`. */
const PARAMETERS: ReadonlySet<string> = new Set(SELECTION_PARAMETERS);

/** A list passes over what it does not know; what changes entities must not: a misspelt filter selects more. @throws NgsiError  400 */
export function checkNames({ parameters: { values } }: NgsiRequest): void {
  for (const name of values.keys())
    if (!PARAMETERS.has(name)) throw badRequest(`unknown URI parameter: /${name}/`);
  for (const name of ['geometry', 'coords', 'geoproperty'])
    if (values.has(name) && !values.has('georel')) throw badRequest(`${name} without georel`);
}

/** How many entities at most, and that without the change. @throws NgsiError  400 */
export function readBounds({ parameters, options }: NgsiRequest): { limit: number; isDryRun: boolean } {
  const { values, limit } = parameters;
  if (values.get('limit') === undefined)
    throw badRequest('limit must be given with a filter: how many entities may be changed at most');
  if (limit === 0) throw badRequest('Bad pagination limit: /0/ [must be a positive integer number]');
  if (values.has('offset')) throw badRequest('offset is not for changes of what a filter selects');
  if (values.has('cursor')) throw badRequest('cursor is not for changes of what a filter selects');
  return { limit, isDryRun: options.has('dryRun') };
}

/** A slip of the pen must not change all there is. @throws NgsiError  400 */
export function checkSelects(query: Pick<EntityQuery, 'selectors' | 'q' | 'mq' | 'geo'>): void {
  if (query.selectors.length === 0 && (query.q ?? query.mq ?? query.geo) === undefined)
    throw badRequest(
      'the filter selects nothing: name id, idPattern, type, typePattern, q, mq or georel. The idPattern .* is everything',
    );
}
