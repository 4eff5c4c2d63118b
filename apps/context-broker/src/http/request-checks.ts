import { badRequest, NgsiError } from '@smart-city/context';
import type { RequestOption } from '../context/request-options';
import { noAcceptableType } from './accept';
import { Answer } from './answer';
import { faultAnswer, Refusal } from './answer-fault';
import { lengthRequired, tooLarge } from './admission';
import type { NgsiRequest } from './ngsi-request';
import type { Resource } from './route-table';
import { FORBIDDEN, isEmptyParameter, unknownOption } from './url-parameters';

/** A check passes (undefined), answers, or throws its NgsiError. */
type Check = (request: NgsiRequest, settings: CheckSettings) => Answer | undefined | void;

export interface CheckSettings {
  readonly maxPayloadSize: number;
  /** Whether the request says who asks; undefined when nobody has to. A person may be sent to sign in. */
  readonly credentials: ((request: NgsiRequest) => Answer | void) | undefined;
  /** Undefined when CORS is off. */
  readonly corsOrigin: string | undefined;
}

const hasBody = ({ contentLength }: NgsiRequest) => contentLength === undefined || contentLength > 0;
const isV2 = ({ components }: NgsiRequest) => components[0] === 'v2';
const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Before anything is said about a request. */
const credentials: Check = (request, settings) => settings.credentials?.(request);

const payloadSize: Check = ({ contentLength = 0 }, { maxPayloadSize }) => {
  if (contentLength > maxPayloadSize) throw tooLarge(contentLength, maxPayloadSize);
};

const pathCharacters: Check = ({ path }) => {
  if (FORBIDDEN.test(path)) throw badRequest('invalid character in URI');
};

const servicePath: Check = (request) => request.readServicePaths();

const contentType: Check = (request) => {
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
};

const urlParameters: Check = ({ parameters: { fault }, dialect }) => {
  if (fault && !(dialect?.ignoresEmptyParameters && isEmptyParameter(fault))) throw fault;
};

/** Operations that read `q` and `mq`, in the URL or the body. */
const QUERYING: ReadonlySet<string> = new Set([
  'GET /v2/entities',
  'PATCH /v2/entities',
  'DELETE /v2/entities',
  'POST /v2/op/query',
  'POST /v2/op/update',
  'POST /v2/subscriptions',
  'PATCH /v2/subscriptions/:id',
]);

const operation = ({ method, resource }: NgsiRequest) => `${method} ${resource?.path ?? ''}`;

/** Where the options that the original does not have mean something. Elsewhere they are unknown, as to the original. */
const OWN_OPTIONS: readonly (readonly [RequestOption, (request: NgsiRequest) => boolean])[] = [
  ['dryRun', ({ mayChangeSelection }) => mayChangeSelection],
  ['filter', (request) => operation(request) === 'GET /v2/subscriptions'],
  ['extendedQuery', (request) => QUERYING.has(operation(request))],
];

const ownOptions: Check = (request) => {
  const { options } = request;
  if (options.size === 0) return;
  if (OWN_OPTIONS.some(([name, hasMeaning]) => options.has(name) && !hasMeaning(request)))
    throw unknownOption();
};

/** What can be shown on a map. */
const hasFeatures = ({ resource, method }: NgsiRequest) =>
  resource?.path === '/v2/op/query' ||
  (method === 'GET' && (resource?.path === '/v2/entities' || resource?.path === '/v2/entities/:id'));

/** What can be followed. */
const hasEvents = ({ resource, method }: NgsiRequest) =>
  method === 'GET' && resource !== undefined && FOLLOWED.has(resource.path);

const FOLLOWED: ReadonlySet<string> = new Set(['/v2/entities', '/v2/subscriptions/:id/events']);

/** Whether the client takes a type that this resource has and most have not. */
const takesRareType = (request: NgsiRequest): boolean => {
  const { geoJson, events } = request.accept.acceptance;
  return (geoJson && hasFeatures(request)) || (events && hasEvents(request));
};

const acceptHeader: Check = (request) => {
  const { fault, acceptance } = request.accept;
  if (fault) throw fault;
  // Elsewhere those are types that are not known.
  if (!acceptance.json && !acceptance.text && !takesRareType(request)) throw noAcceptableType();
};

const answerableMediaType: Check = (request) => {
  const { acceptance } = request.accept;
  const takesText = request.path.endsWith('/value');
  if (acceptance.json || (takesText && acceptance.text) || takesRareType(request)) return;
  throw new NgsiError(
    'NotAcceptable',
    `acceptable MIME types: application/json${takesText ? ', text/plain' : ''}`,
  );
};

const noContentTypeWithoutBody: Check = (request) => {
  if (request.method !== 'GET' && request.method !== 'DELETE') return;
  if (request.contentType && !hasBody(request)) {
    throw badRequest(
      'Orion accepts no payload for GET/DELETE requests. HTTP header Content-Type is thus forbidden',
    );
  }
};

const contentLength: Check = (request) => {
  if (!WRITING.has(request.method) || hasBody(request) || /^\/(log\/|admin\/log)/i.test(request.path)) return;
  throw lengthRequired();
};

/** A name that is missing between two slashes. Other empty components make an unknown path. */
const emptyNames: Check = ({ components, resource, method }) => {
  const [api, , name, , attribute] = components;
  if (api !== 'v2' || resource === undefined) return;
  const empty = (what: string) => badRequest(`${what} length: 0, min length supported: 1`);
  const { path } = resource;
  const isBelowEntity = path.startsWith('/v2/entities/:id/attrs');
  if (name === '' && (isBelowEntity || (path === '/v2/entities/:id' && method === 'GET')))
    throw empty('entity id');
  if (attribute === '' && isBelowEntity) throw empty('attribute name');
  if (name === '' && path === '/v2/types/:type' && method === 'GET') throw empty('entity type');
};

const route: Check = (request, { corsOrigin }) => {
  const { resource, method } = request;
  if (resource?.handlers.has(method) && isKnownTo(resource, request)) return undefined;
  if (resource?.allow === undefined)
    throw badRequest('Service not found. Check your URL as probably it is wrong.');
  if (method === 'OPTIONS' && corsOrigin !== undefined && (isV2(request) || resource.path === '/version'))
    return new Answer(200);
  const allow = corsOrigin !== undefined && isV2(request) ? `${resource.allow}, OPTIONS` : resource.allow;
  throw new Refusal('MethodNotAllowed', 'method not allowed', ['Allow', allow]);
};

/** What is for people is unknown to clients of the interface; what changes many is known to who says how many. */
const isKnownTo = ({ isForBrowsers }: Resource, request: NgsiRequest): boolean =>
  isForBrowsers ? takesPages(request) : !request.changesSelection || request.parameter('limit') !== undefined;

/** Clients of the interface ask for JSON, or for anything. */
const takesPages = (request: NgsiRequest): boolean => /\btext\/html\b/.test(request.header('accept') ?? '');

/** In Orion's order: the first that fails answers. */
const CHECKS: readonly Check[] = [
  credentials,
  payloadSize,
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
  route,
];

/** Those that a page is held to. */
const OF_PAGES: ReadonlySet<Check> = new Set([credentials, payloadSize, route]);

/** Those of the path alone. What they refuse may be told otherwise than the rest. */
const OF_PATHS: ReadonlySet<Check> = new Set([pathCharacters, route]);

/** What the log says of a request that a check refuses, where the text of the fault would not do. */
const LOGGED: ReadonlyMap<Check, (request: NgsiRequest, fault: NgsiError) => string> = new Map<
  Check,
  (request: NgsiRequest, fault: NgsiError) => string
>([
  [pathCharacters, ({ path }) => `error in URI path (${path})`],
  [
    servicePath,
    (request) => `error in ServicePath http-header (${request.header('fiware-servicepath') ?? ''})`,
  ],
  [contentType, ({ contentType: type = '' }) => `invalid mime-type in Content-Type http-header (${type})`],
  [urlParameters, ({ path }) => `error in URI parameters (${path})`],
  [ownOptions, ({ path }) => `error in URI parameters (${path})`],
  [acceptHeader, ({ path }) => `error in URI parameters (${path})`],
  [
    route,
    ({ path, method }, { status }) =>
      status === 405 ? `bad verb for url '${path}', method '${method}'` : `service '${path}' not found`,
  ],
]);

/** @returns the answer of the first check that fails; undefined when the request may go to its handler */
export function checkRequest(request: NgsiRequest, settings: CheckSettings): Answer | undefined {
  for (const check of CHECKS) {
    try {
      const answer = check(request, settings);
      if (answer) return answer;
    } catch (error) {
      if (!(error instanceof NgsiError)) throw error;
      const { resource } = request;
      if (resource?.isPage && isKnownTo(resource, request) && !OF_PAGES.has(check)) continue;
      request.faultDetail = LOGGED.get(check)?.(request, error);
      return faultAnswer(request, error, OF_PATHS.has(check) ? request.routingDialect : request.dialect);
    }
  }
  return undefined;
}
