import type { TraceContext } from '@smart-city/telemetry';
import type { Request } from 'express';
import { traceOf } from '../../../service/trace-request';
import { parseBasic, parseBearer, parseQueryAndForm, type Credentials, type Parameters } from '../wire';
import { invalidRequest, noToken, OAuthError } from '../oauth-errors';

/** What GET or POST /user was asked. */
export interface UserRequest {
  readonly token: string;
  /** Application in whose scope roles and permissions are taken. */
  readonly applicationId: string | undefined;
  readonly action: string | undefined;
  readonly resource: string | undefined;
  /** The tenant; `authorization_service_header`, or `fiware_service` as older policy enforcement points call it. */
  readonly serviceHeader: string | undefined;
  /** Beyond Keyrock: service paths that will be touched. */
  readonly servicePaths: readonly string[] | undefined;
  /** Only the AuthzForce domain is wanted, no decision. */
  readonly wantsDomain: boolean;
  /** Beyond Keyrock: what permissions on entities allow, for who enforces them. */
  readonly wantsEntities: boolean;
  /** The decision is to be explained, to the application that these credentials belong to. */
  readonly explainTo: Credentials | 'nobody' | undefined;
  /** Goes along when another server decides. */
  readonly trace: TraceContext | undefined;
}

/** Longer than any path that a service would take; what is matched against patterns is bounded. */
const longestResource = 2048;

/** @throws OAuthError 414 in the address, 400 in a form */
function resourceOf(query: Parameters, request: Request): string | undefined {
  const resource = query.get('resource');
  if (resource === undefined || resource.length <= longestResource) return resource;
  throw new OAuthError(
    'invalid_request',
    `resource has more than ${longestResource} characters`,
    request.method === 'POST' ? 400 : 414,
  );
}

/**
 * The token, from the query (or form body) or a Bearer header. Real clients send other headers next to the query,
 * so only two different tokens are an error.
 */
function findToken(query: Parameters, header: string | undefined): string {
  const inQuery = query.get('access_token');
  const inHeader = parseBearer(header);
  if (inQuery !== undefined) {
    if (inHeader !== undefined && inHeader !== inQuery)
      throw invalidRequest('Invalid request: only one authentication method is allowed');
    return inQuery;
  }
  if (header === undefined) throw noToken();
  if (inHeader === undefined) throw invalidRequest('Invalid request: malformed authorization header');
  return inHeader;
}

function explainTo(query: Parameters, header: string | undefined): UserRequest['explainTo'] {
  if (query.get('explain') !== 'true') return undefined;
  return (header === undefined ? undefined : parseBasic(header)) ?? 'nobody';
}

/** @throws OAuthError on a missing, malformed or ambiguous token, and on repeated parameters */
export function parseUserRequest(request: Request): UserRequest {
  const query = parseQueryAndForm(request);
  const header = request.headers.authorization;
  const wantsDomain = query.has('authzforce');
  const serviceHeader = query.get('authorization_service_header') ?? query.get('fiware_service');
  const tooMany = query.has('action') || query.has('resource') || serviceHeader !== undefined;
  if (wantsDomain && (tooMany || parseBearer(header) !== undefined))
    throw invalidRequest('Cannot handle 2 authentications levels at the same time');
  return {
    token: findToken(query, header),
    applicationId: query.get('app_id'),
    action: query.get('action'),
    resource: resourceOf(query, request),
    serviceHeader,
    servicePaths: query.get('authorization_service_path')?.split(','),
    wantsDomain,
    wantsEntities: query.get('entities') === 'true',
    explainTo: explainTo(query, header),
    // Only a decision is asked of anybody else.
    trace: query.has('action') ? traceOf(request) : undefined,
  };
}
