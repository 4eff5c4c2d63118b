import type { ApiDocument, ApiOperation } from '@smart-city/api-viewer';
import { NGSI_ERROR_STATUS } from '@smart-city/context';
import { EVENT_STREAM } from '../../http/accept';
import { PRODUCT_VERSION } from '../../version';
import { adminOperations } from './admin-operations';
import { parameters, pathParameters, responses, schemas } from './components';
import { entityOperations } from './entity-operations';
import { ngsiv1Operations } from './ngsiv1-operations';
import type { Operation, Operations } from './operation';
import { subscriptionOperations } from './subscription-operations';

/** A verb of a registered path. */
export interface Route {
  readonly verb: string;
  readonly path: string;
}

interface OpenApiDocument extends ApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
}

const groups: readonly (readonly [tag: string, operations: Operations])[] = [
  ['Entities', entityOperations],
  ['Subscriptions and registrations', subscriptionOperations],
  ['Operations', adminOperations],
  ['NGSIv1', ngsiv1Operations],
];

export const operations: Operations = Object.assign({}, ...groups.map(([, group]) => group)) as Operations;

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** The OpenAPI document of the routes that a broker has: options and the compat version decide which. */
export function renderOpenApi(routes: readonly Route[]): OpenApiDocument {
  const keys = new Set(routes.map(({ verb, path }) => `${verb} ${path}`));
  const paths: Record<string, Record<string, ApiOperation>> = {};
  for (const [tag, group] of groups)
    for (const [key, operation] of Object.entries(group)) {
      if (!keys.has(key)) continue;
      const [verb = '', path = ''] = key.split(' ');
      const methods = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {});
      methods[verb.toLowerCase()] = renderOperation(tag, path, operation);
    }
  const tags = groups.map(([name]) => ({ name, description: tagDescriptions[name] ?? name }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Context broker',
      version: PRODUCT_VERSION,
      description: 'NGSIv2 as Orion speaks it, and the operations of whoever runs the broker.',
    },
    servers: [{ url: '/' }],
    tags,
    // With -authz every request needs a token of the identity manager; without it none does.
    security: [{}, { bearer: [] }],
    paths,
    components: {
      parameters,
      responses,
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

const tagDescriptions: Readonly<Record<string, string>> = {
  NGSIv1: 'Deprecated: use NGSIv2. There with -compatVersion below 4.0.0 only.',
};

function renderOperation(tag: string, path: string, operation: Operation): ApiOperation {
  const { id, summary, description, body, status = 200, answer, faults = [], own = [] } = operation;
  const inPath = [...path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => pathParameters[name] ?? []);
  const shared = (operation.parameters ?? []).map((name) => ref('parameters', name));
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...((tag === 'NGSIv1' || path === '/v2') && { deprecated: true }),
    parameters: [...inPath, ...shared, ...own],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: ref('schemas', body.schema), example: body.example } },
      },
    }),
    responses: {
      [status]: { description: 'Done', ...(answer && { content: contentOf(answer) }) },
      ...Object.fromEntries(faults.map((fault) => [NGSI_ERROR_STATUS[fault], ref('responses', fault)])),
    },
  };
}

const contentOf = (answer: NonNullable<Operation['answer']>) =>
  'schema' in answer
    ? {
        'application/json': { schema: ref('schemas', answer.schema) },
        ...(answer.geoJson && { 'application/geo+json': { schema: ref('schemas', answer.geoJson) } }),
        ...(answer.isLive && { [EVENT_STREAM]: { schema: { type: 'string' } } }),
      }
    : { [answer.mediaType]: { schema: { type: 'string' } } };
