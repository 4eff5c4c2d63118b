import { NgsiError } from '@smart-city/context';
import { Answer } from './answer';
import type { CheckSettings } from './face';
import type { NgsiRequest } from './ngsi-request';

/**
 * The answer to a request that has no route it may use: a preflight is answered, anything else is a fault.
 *
 * @throws NgsiError  403 for a route that nobody has been let use; else what its face says of unknown paths and verbs
 */
export function unroutable(request: NgsiRequest, { corsOrigin }: CheckSettings): Answer {
  const { resource, method, face, routingFace } = request;
  if (resource?.allow === undefined) throw routingFace.noSuchPath(request);
  if (request.operation !== undefined && request.operation.facts.audience === undefined)
    throw new NgsiError('Forbidden', 'nobody may use this operation');
  const withCors = corsOrigin !== undefined && face.answersPreflights;
  if (method === 'OPTIONS' && corsOrigin !== undefined && (withCors || resource.openToOrigins))
    return new Answer(200);
  throw routingFace.noSuchVerb(request, withCors ? `${resource.allow}, OPTIONS` : resource.allow);
}
