import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject, OperationObject, ParameterObject } from '@nestjs/swagger';
import type { PathItemObject } from '@nestjs/swagger';
import { decorateAll, type Swagger } from '../../openapi/deferred';
import { release } from '../../service/release';

type Methods = Readonly<Record<string, OperationObject>>;

export interface OpenApiDocument extends Omit<OpenAPIObject, 'paths'> {
  readonly paths: Readonly<Record<string, Methods>>;
}

/** /v3 is the same as /v1, and an application as issuer has the endpoints of the server, and discovery by two rules. */
const isAlias = (path: string) =>
  /^\/(v3(\/|$)|idm\/applications\/\{issuer\}|idm\/applications\/\{id\}\/certs|\.well-known\/.*\{id\})/.test(
    path,
  );

/** A name from verb and path: `getUsersByUserId`. */
const operationId = (method: string, path: string) =>
  [method, ...path.replace(/^\/v1/, '').split(/[/.]/)]
    .filter((part) => part !== '')
    .map((part) => part.replace(/^\{/, 'by-').replace('}', ''))
    .map((part) => part.replace(/[-_](\w)/g, (_all, letter: string) => letter.toUpperCase()))
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('');

/** The parameters of a path are where its `{name}`s are: handlers take rows, which the library cannot see. */
function parametersOf(path: string, { parameters = [] }: OperationObject): ParameterObject[] {
  const others = (parameters as ParameterObject[]).filter((parameter) => parameter.in !== 'path');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [...names.map(pathParameter), ...others];
}

const pathParameter = (name: string): ParameterObject => ({
  name,
  in: 'path',
  required: true,
  schema: name === 'organizationRole' ? { type: 'string', enum: ['owner', 'member'] } : { type: 'string' },
});

function finished(path: string, item: PathItemObject): Methods {
  return Object.fromEntries(
    Object.entries(item as Methods).map(([method, operation]) => [
      method,
      {
        ...operation,
        operationId: operation.operationId || operationId(method, path),
        parameters: parametersOf(path, operation),
      },
    ]),
  );
}

const settings = ({ DocumentBuilder }: Swagger, serverUrl: string) =>
  new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Identity manager')
    .setVersion(release.version)
    .setDescription(
      'OAuth 2.0, the user endpoint with decisions, and the management API. /v3 is the same as /v1.',
    )
    .addServer(serverUrl)
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Auth-Token' }, 'apiToken')
    .addBearerAuth({ type: 'http', scheme: 'bearer' }, 'bearer')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'Client id and client secret.' }, 'client')
    .build();

/** The OpenAPI document of the documented routes of an application: what it serves with its settings. */
export async function renderOpenApi(app: INestApplication, serverUrl: string): Promise<OpenApiDocument> {
  const swagger = await import('../../openapi/swagger');
  decorateAll(swagger);
  const document = swagger.SwaggerModule.createDocument(app, settings(swagger, serverUrl), {
    onlyIncludeDecoratedEndpoints: true,
    autoTagControllers: false,
    operationIdFactory: () => '',
  });
  const paths = Object.entries(document.paths).filter(([path]) => !isAlias(path));
  return {
    ...document,
    paths: Object.fromEntries(paths.map(([path, item]) => [path, finished(path, item)])),
  };
}
