import { ContextFault, NgsiError } from '@smart-city/context';
import { badRequestData, NgsiLdFault, ngsiLdFault } from '@smart-city/ngsild';
import { Answer } from '../../http/answer';
import type { Face, RequestFault } from '../../http/face';
import type { NgsiRequest } from '../../http/ngsi-request';
import { DEFAULT_LIMIT, type UrlParameters } from '../../http/url-parameters';
import { readLdParameters } from './ld-parameters';
import { LD_CHECKS } from './ngsild-checks';
import { LdRefusal, problemText, ldRefusalOf, ldRefusalOfError } from './problem';
import { LD_PARAMETER_NAMES } from './parameter-names';

/** Header that names the tenant, and is repeated by every answer (GS CIM 009 §6.3.14). */
export const TENANT_HEADER = 'NGSILD-Tenant';

/** Returns the header fields that every answer to a request has. */
export function tenantFields(request: NgsiRequest): readonly string[] {
  const tenant = request.header('ngsild-tenant');
  return tenant === undefined || tenant === '' ? [] : [TENANT_HEADER, tenant];
}

function readParameters(query: string): UrlParameters {
  const none = { options: new Set<never>(), limit: DEFAULT_LIMIT, offset: 0 };
  try {
    return { ...none, values: readLdParameters(query), fault: undefined };
  } catch (fault) {
    if (!(fault instanceof NgsiLdFault)) throw fault;
    return { ...none, values: new Map(), fault };
  }
}

/** NGSI-LD below `/ngsi-ld/v1` (ETSI GS CIM 009 v1.9.1). */
export const NGSILD_FACE: Face = {
  prefixes: ['ngsi-ld'],
  exactCase: true,
  takesEmptyParts: false,
  splitsBeforeDecoding: true,
  tenantHeaders: ['ngsild-tenant', 'fiware-service'],
  readsTexts: false,
  isTimedApart: false,
  answersPreflights: true,
  grantedParameters: LD_PARAMETER_NAMES,
  checks: LD_CHECKS,
  readParameters,
  opensToOrigins: () => true,
  noSuchPath: ({ path }) =>
    new LdRefusal(
      404,
      'unknown path',
      problemText('ResourceNotFound', 'Unknown path', `There is nothing at ${path}`, 404),
    ),
  noSuchVerb,
  faultOf,
  internalFault: () =>
    new LdRefusal(500, 'internal error', problemText('InternalError', 'Internal error', 'See the log', 500)),
  faultAnswer: (request, fault) =>
    fault instanceof LdRefusal
      ? fault.answer(tenantFields(request))
      : new Answer(fault.status, '', tenantFields(request)),
};

function faultOf(thrown: unknown): RequestFault | undefined {
  if (thrown instanceof LdRefusal) return thrown;
  if (thrown instanceof NgsiLdFault) return ldRefusalOf(thrown);
  if (thrown instanceof ContextFault) return ldRefusalOf(ngsiLdFault(thrown));
  return thrown instanceof NgsiError ? ldRefusalOfError(thrown) : undefined;
}

/** Verbs that need the id of an entity: without it the address is a mistake, and not the verb. */
function noSuchVerb({ method, url, resource }: NgsiRequest, allow: string): Error {
  const isWithoutId = resource?.path === '/ngsi-ld/v1/entities' && /\/entities\/(?:\?|$)/.test(url);
  if (isWithoutId && (method === 'PUT' || method === 'PATCH'))
    return badRequestData('Missing id', 'The id of the entity is missing in the path');
  return new LdRefusal(405, 'method not allowed', '', ['Allow', allow]);
}
