import { SELECTION_PARAMETERS } from '../../http/url-parameters';

/**
 * What a bearer may run whose permissions are about entities alone: operations whose services hold to the grants of a request.
 * All others want a permission for their path.
 */
const GRANTED: ReadonlySet<string> = new Set([
  'GET /v2/entities',
  'POST /v2/entities',
  'PATCH /v2/entities',
  'DELETE /v2/entities',
  'GET /v2/entities/:id',
  'DELETE /v2/entities/:id',
  'GET /v2/entities/:id/attrs',
  'POST /v2/entities/:id/attrs',
  'PATCH /v2/entities/:id/attrs',
  'PUT /v2/entities/:id/attrs',
  'GET /v2/entities/:id/attrs/:name',
  'PUT /v2/entities/:id/attrs/:name',
  'DELETE /v2/entities/:id/attrs/:name',
  'GET /v2/entities/:id/attrs/:name/value',
  'PUT /v2/entities/:id/attrs/:name/value',
  'GET /v2/entities/:id/attrs/:name/metadata',
  'PUT /v2/entities/:id/attrs/:name/metadata',
  'DELETE /v2/entities/:id/attrs/:name/metadata',
  'GET /v2/entities/:id/attrs/:name/metadata/:item',
  'PUT /v2/entities/:id/attrs/:name/metadata/:item',
  'DELETE /v2/entities/:id/attrs/:name/metadata/:item',
  'POST /v2/op/query',
  'POST /v2/op/update',
  'POST /v2/subscriptions',
]);

/** URL parameters that those know of. */
const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([
  ...SELECTION_PARAMETERS,
  'metadata',
  'aggregate',
  'groupBy',
]);

/**
 * @param path        as the route is registered
 * @param parameters  names of URL parameters: one that asks for something else may not be held to grants
 */
export const holdsToGrants = (method: string, path: string, parameters: Iterable<string>): boolean =>
  GRANTED.has(`${method} ${path}`) && [...parameters].every((name) => KNOWN_PARAMETERS.has(name));
