import { NgsiLdFault } from '@smart-city/ngsild';
import type { Check } from '../../http/face';
import type { NgsiRequest } from '../../http/ngsi-request';
import { GEO_TYPE, JSON_MEDIA_TYPE, LD_TYPE, negotiate } from './negotiate';
import { LdRefusal } from './problem';

const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** PATCH takes it, and reads it as JSON. */
const MERGE_TYPE = 'application/merge-patch+json';

/** Refuses paths without a route as such, whatever else is wrong with the request. */
const isWriting = ({ operation, method }: NgsiRequest): boolean =>
  operation !== undefined && WRITING.has(method);

const parameters: Check = {
  run: ({ operation, parameters: { fault } }) => {
    if (operation !== undefined && fault !== undefined) throw fault;
  },
  logged: ({ path }) => `error in URI parameters (${path})`,
};

const accept: Check = {
  run: (request) => {
    const { operation } = request;
    if (operation === undefined) return;
    const showsGeo = operation.facts.rareTypes.includes(GEO_TYPE);
    if (negotiate(request.header('accept'), showsGeo) !== undefined) return;
    const types = showsGeo ? [JSON_MEDIA_TYPE, LD_TYPE, GEO_TYPE] : [JSON_MEDIA_TYPE, LD_TYPE];
    throw new LdRefusal(
      406,
      'no acceptable media type',
      `{"type":"about:blank","title":"Not Acceptable","detail":"The operation answers with ${types.join(', ')}","status":406}`,
    );
  },
};

const contentLength: Check = {
  run: (request) => {
    const isChunked = request.contentLength === undefined;
    if (!isWriting(request) || isChunked || request.header('content-length') !== undefined) return;
    throw new LdRefusal(411, 'the request has no Content-Length');
  },
};

const contentType: Check = {
  run: (request) => {
    if (!isWriting(request)) return;
    const type = request.contentType?.toLowerCase();
    if (type === JSON_MEDIA_TYPE || type === LD_TYPE || (type === MERGE_TYPE && request.method === 'PATCH'))
      return;
    throw new LdRefusal(415, `not supported content type: ${type ?? ''}`);
  },
  logged: ({ contentType: type = '' }) => `invalid mime-type in Content-Type http-header (${type})`,
};

const tenant: Check = {
  run: (request) => {
    const named = request.header('ngsild-tenant');
    if (named === undefined || named === '' || request.readTenant() !== '') return;
    throw new NgsiLdFault(
      'NoMultiTenantSupport',
      'No tenants',
      'The broker serves one tenant: it was started without -multiservice',
    );
  },
};

/** The checks of the interface, in their order. */
export const LD_CHECKS: readonly Check[] = [tenant, parameters, accept, contentLength, contentType];
