import type { ApiDocument, ApiOperation } from '@smart-city/api-viewer';
import { NGSI_ERROR_STATUS } from '@smart-city/context';
import { EVENT_STREAM } from '../../http/accept';
import { PRODUCT_VERSION } from '../../version';
import { adminOperations } from './admin-operations';
import { parameters, pathParameters, responses, schemas } from './components';
import type { DescribedGroup, Operation, Operations } from '../../http/described-operation';

/** A verb of a registered path. */
export interface Route {
  readonly verb: string;
  readonly path: string;
}

interface OpenApiDocument extends ApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
}

const OPERATIONS: DescribedGroup = { tag: 'Operations', operations: adminOperations };

/** Groups of the document: those of faces, the broker's own, those that are deprecated. */
const groupsOf = (ofFaces: readonly DescribedGroup[]): readonly DescribedGroup[] => [
  ...ofFaces.filter(({ isDeprecated }) => !isDeprecated),
  OPERATIONS,
  ...ofFaces.filter(({ isDeprecated }) => isDeprecated),
];

/** Every operation that is described, whether the broker has its route or not. */
export const allOperations = (ofFaces: readonly DescribedGroup[]): Operations =>
  Object.assign({}, ...groupsOf(ofFaces).map(({ operations }) => operations)) as Operations;

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/**
 * The OpenAPI document of the routes that a broker has: options and the compat version decide which.
 *
 * @param ofFaces  how their operations are described
 */
export function renderOpenApi(routes: readonly Route[], ofFaces: readonly DescribedGroup[]): OpenApiDocument {
  const groups = groupsOf(ofFaces);
  const keys = new Set(routes.map(({ verb, path }) => `${verb} ${path}`));
  const paths: Record<string, Record<string, ApiOperation>> = {};
  for (const group of groups)
    for (const [key, operation] of Object.entries(group.operations)) {
      if (!keys.has(key)) continue;
      const [verb = '', path = ''] = key.split(' ');
      const methods = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {});
      methods[verb.toLowerCase()] = renderOperation(group, path, operation);
    }
  const tags = groups.map(({ tag, description = tag }) => ({ name: tag, description }));
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

function renderOperation(
  { tag, isDeprecated }: DescribedGroup,
  path: string,
  operation: Operation,
): ApiOperation {
  const { id, summary, description, body, status = 200, answer, faults = [], own = [] } = operation;
  const inPath = [...path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => pathParameters[name] ?? []);
  const shared = (operation.parameters ?? []).map((name) => ref('parameters', name));
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...((isDeprecated || operation.isDeprecated) && { deprecated: true }),
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
