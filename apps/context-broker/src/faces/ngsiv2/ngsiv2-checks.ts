import { badRequest, NgsiError } from '@smart-city/context';
import { EVENT_STREAM, GEO_JSON, noAcceptableType } from '../../http/accept';
import { lengthRequired } from '../../http/admission';
import type { Check } from '../../http/face';
import type { NgsiRequest } from '../../http/ngsi-request';
import { NO_FACTS } from '../../http/route-facts';
import { FORBIDDEN, unknownOption } from './url-parameters';

const hasBody = ({ contentLength }: NgsiRequest) => contentLength === undefined || contentLength > 0;
const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const pathCharacters: Check = {
  run: ({ path }) => {
    if (FORBIDDEN.test(path)) throw badRequest('invalid character in URI');
  },
  logged: ({ path }) => `error in URI path (${path})`,
  isOfPath: true,
};

const servicePath: Check = {
  run: (request) => request.readServicePaths(),
  logged: (request) => `error in ServicePath http-header (${request.header('fiware-servicepath') ?? ''})`,
};

/** Text of URL parameters for the log. */
const inParameters = ({ path }: NgsiRequest): string => `error in URI parameters (${path})`;

const contentType: Check = {
  run: (request) => {
    if (!hasBody(request)) return;
    const { contentType: type, path } = request;
    if (type === undefined || type === '') {
      throw new NgsiError(
        'UnsupportedMediaType',
        'Content-Type header not used, default application/octet-stream is not supported',
      );
    }
    if (type === 'application/json' || (type === 'text/plain' && path.endsWith('/value'))) return;
    throw new NgsiError('UnsupportedMediaType', `not supported content type: ${type}`);
  },
  logged: ({ contentType: type = '' }) => `invalid mime-type in Content-Type http-header (${type})`,
};

const urlParameters: Check = {
  run: ({ parameters: { fault } }) => {
    if (fault) throw fault;
  },
  logged: inParameters,
};

/** Options that the original does not have. Where no route says they mean something, they are unknown, as to the original. */
const OWN_OPTIONS = ['dryRun', 'filter', 'extendedQuery'] as const;

const ownOptions: Check = {
  run: (request) => {
    const { options, operation } = request;
    if (options.size === 0) return;
    for (const name of OWN_OPTIONS)
      if (options.has(name) && !operation?.facts.ownOptions.includes(name)) throw unknownOption();
  },
  logged: inParameters,
};

/** Whether the client takes a type that this resource has and most have not. */
const takesRareType = (request: NgsiRequest): boolean => {
  const { geoJson, events } = request.accept.acceptance;
  if (!geoJson && !events) return false;
  const { rareTypes } = request.operation?.facts ?? NO_FACTS;
  return (geoJson && rareTypes.includes(GEO_JSON)) || (events && rareTypes.includes(EVENT_STREAM));
};

const acceptHeader: Check = {
  run: (request) => {
    const { fault, acceptance } = request.accept;
    if (fault) throw fault;
    // Elsewhere those are types that are not known.
    if (!acceptance.json && !acceptance.text && !takesRareType(request)) throw noAcceptableType();
  },
  logged: inParameters,
};

const answerableMediaType: Check = {
  run: (request) => {
    const { acceptance } = request.accept;
    const takesText = request.path.endsWith('/value');
    if (acceptance.json || (takesText && acceptance.text) || takesRareType(request)) return;
    throw new NgsiError(
      'NotAcceptable',
      `acceptable MIME types: application/json${takesText ? ', text/plain' : ''}`,
    );
  },
};

const noContentTypeWithoutBody: Check = {
  run: (request) => {
    if (request.method !== 'GET' && request.method !== 'DELETE') return;
    if (request.contentType && !hasBody(request)) {
      throw badRequest(
        'Orion accepts no payload for GET/DELETE requests. HTTP header Content-Type is thus forbidden',
      );
    }
  },
};

const contentLength: Check = {
  run: (request) => {
    if (!WRITING.has(request.method) || hasBody(request) || /^\/(log\/|admin\/log)/i.test(request.path))
      return;
    throw lengthRequired();
  },
};

/** A name that is missing between two slashes. Other empty components make an unknown path. */
const emptyNames: Check = {
  run: ({ components, resource, method }) => {
    const [api, , name, , attribute] = components;
    if (api !== 'v2' || resource === undefined) return;
    const empty = (what: string) => badRequest(`${what} length: 0, min length supported: 1`);
    const { path } = resource;
    const isBelowEntity = path.startsWith('/v2/entities/:id/attrs');
    if (name === '' && (isBelowEntity || (path === '/v2/entities/:id' && method === 'GET')))
      throw empty('entity id');
    if (attribute === '' && isBelowEntity) throw empty('attribute name');
    if (name === '' && path === '/v2/types/:type' && method === 'GET') throw empty('entity type');
  },
};

/** In Orion's order: the first that fails answers. */
export const ORION_CHECKS: readonly Check[] = [
  pathCharacters,
  servicePath,
  contentType,
  urlParameters,
  ownOptions,
  acceptHeader,
  answerableMediaType,
  noContentTypeWithoutBody,
  contentLength,
  emptyNames,
];
