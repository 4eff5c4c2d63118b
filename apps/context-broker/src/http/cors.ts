import type { Answer } from './answer';
import type { NgsiRequest } from './ngsi-request';

export interface CorsSettings {
  /** `__ALL` allows any origin. */
  readonly origin: string;
  readonly maxAgeSeconds: number;
  /** Whether pages of others may see tags of versions, and send conditions. */
  readonly etag: boolean;
}

const EXPOSED = 'Fiware-Correlator, Fiware-Total-Count, Location';
const ALLOWED =
  'Content-Type, Fiware-Service, Fiware-Servicepath, Ngsiv2-AttrsFormat, Fiware-Correlator, X-Forwarded-For, X-Real-IP, X-Auth-Token, Authorization';

/** Adds the CORS headers to an answer, as name, value, name, value … */
export type CorsHeaders = (request: NgsiRequest, answer: Answer) => readonly string[];

const NONE: readonly string[] = [];

/** @returns undefined when CORS is off: no code of it runs then */
export function createCorsHeaders(settings: CorsSettings | undefined): CorsHeaders | undefined {
  if (!settings) return undefined;
  const { origin, maxAgeSeconds, etag } = settings;
  return (request, answer) => {
    const from = request.header('origin');
    const isOptions = request.method === 'OPTIONS';
    const applies = request.resource?.openToOrigins === true || request.face.opensToOrigins(request);
    if (!from || !applies || answer.status === 405 || (origin !== '__ALL' && origin !== from)) return NONE;
    const headers = [
      'Access-Control-Allow-Origin',
      origin === '__ALL' ? '*' : origin,
      'Access-Control-Expose-Headers',
      exposed(answer, etag),
    ];
    if (!isOptions || answer.status !== 200) return headers;
    return [
      ...preflightMethods(request),
      ...headers,
      'Access-Control-Allow-Headers',
      etag ? `${ALLOWED}, If-Match, If-None-Match` : ALLOWED,
      'Access-Control-Max-Age',
      String(maxAgeSeconds),
    ];
  };
}

/** Those that Orion has, and of those it has not the ones that are there. */
function exposed({ headers }: Answer, etag: boolean): string {
  const own = etag ? `${EXPOSED}, ETag` : EXPOSED;
  return headers.includes('Fiware-Next-Cursor') ? `${own}, Fiware-Next-Cursor, Link` : own;
}

/** The verbs of `Allow`, but GET first. */
function preflightMethods({ resource }: NgsiRequest): readonly string[] {
  if (!resource) return NONE;
  const verbs = resource.allow?.split(', ') ?? [...resource.operations.keys()];
  verbs.sort((a, b) => Number(b === 'GET') - Number(a === 'GET'));
  return ['Access-Control-Allow-Methods', [...verbs, 'OPTIONS'].join(', ')];
}
