import type { RuledRoute } from '../../access/ruled-routes';
import { describeRule } from '../../access/rule';
import { release } from '../../service/release';
import { discoveryPaths } from './discovery-paths';
import { oauthPaths } from './oauth-paths';
import { pdpPaths } from './pdp-paths';
import { operations, type Operation } from './operations';
import type { PathOperation } from './path-operation';
import { ref, schemas } from './schemas';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: object;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;
  readonly components: object;
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const failures: readonly (readonly [status: string, description: string])[] = [
  ['400', 'The request is malformed, or has no token'],
  ['401', 'The token has expired'],
  ['403', 'Not allowed'],
  ['404', 'Something in the path, or the token, does not exist; or a list is empty'],
];

const pagingParameters: readonly Parameter[] = ['limit', 'offset'].map((name) => ({
  name,
  in: 'query',
  schema: { type: 'integer', minimum: 0 },
}));

const pathParameters = (path: string): readonly Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'organizationRole' ? { enum: ['owner', 'member'] } : { type: 'string' },
  }));

const operationId = (method: string, path: string) =>
  [method.toLowerCase(), ...path.split('/').filter((part) => part !== '')]
    .map((part) =>
      part.replace(':', 'by-').replace(/[-_](\w)/g, (_all, letter: string) => letter.toUpperCase()),
    )
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('');

const withBody = new Set(['POST', 'PUT', 'PATCH']);

function renderOperation({ method, path, rule }: RuledRoute, operation: Operation): PathOperation {
  const parameters = [...pathParameters(path), ...(operation.paged ? pagingParameters : [])];
  const bodySchema = operation.request ?? (withBody.has(method) ? { type: 'object' } : undefined);
  const success = { description: 'Success', ...(operation.response && json(operation.response)) };
  return {
    operationId: operationId(method, path),
    summary: operation.summary,
    ...(rule && { description: `Who: ${describeRule(rule)}.` }),
    tags: [operation.tag],
    ...(operation.deprecated && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(bodySchema && { requestBody: { required: operation.request !== undefined, ...json(bodySchema) } }),
    responses: {
      [operation.status]: success,
      ...Object.fromEntries(
        failures.map(([status, description]) => [status, { description, ...json(ref('Error')) }]),
      ),
    },
    security: path === '/auth/tokens' && method === 'POST' ? [] : [{ apiToken: [] }, { bearer: [] }],
  };
}

/** Of the management API in the document; /v3 is the same. */
export const apiPrefix = 'v1';

/** The whole document for a list of routes. Routes without an entry in `operations` are left out. */
export function renderOpenApi(routes: readonly RuledRoute[], serverUrl: string): OpenApiDocument {
  const paths: Record<string, Record<string, PathOperation>> = {
    ...oauthPaths,
    ...discoveryPaths,
    ...pdpPaths,
  };
  for (const route of routes) {
    const operation = operations[`${route.method} ${route.path}`];
    if (!operation) continue;
    const path = `/${apiPrefix}${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: renderOperation(route, operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Identity manager',
      version: release.version,
      description:
        'OAuth 2.0, the user endpoint with decisions, and the management API. /v3 is the same as /v1.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiToken: { type: 'apiKey', in: 'header', name: 'X-Auth-Token' },
        bearer: { type: 'http', scheme: 'bearer' },
        client: { type: 'http', scheme: 'basic', description: 'Client id and client secret.' },
      },
    },
  };
}
