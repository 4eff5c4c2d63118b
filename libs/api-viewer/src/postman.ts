import {
  exampleText,
  operationsByTag,
  parametersOf,
  schemesOf,
  type ApiDocument,
  type ApiParameter,
  type PlacedOperation,
  type SecurityScheme,
} from './api-document';

const FORM = 'application/x-www-form-urlencoded';

const variable = (name: string) => `{{${name}}}`;

const valueOf = ({ example, schema }: ApiParameter): string => String(example ?? schema?.enum?.[0] ?? '');

function urlOf(path: string, parameters: readonly ApiParameter[]) {
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const query = parameters
    .filter((one) => one.in === 'query')
    .map((one) => ({
      key: one.name,
      value: valueOf(one),
      ...(one.description !== undefined && { description: one.description }),
      ...(!one.required && { disabled: true }),
    }));
  const variables = parameters
    .filter((one) => one.in === 'path')
    .map((one) => ({ key: one.name, value: valueOf(one) || variable(one.name) }));
  return {
    raw: [`${variable('baseUrl')}/${segments.join('/')}`, searchOf(query)].filter(Boolean).join('?'),
    host: [variable('baseUrl')],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(variables.length > 0 && { variable: variables }),
  };
}

const searchOf = (query: readonly { key: string; value: string; disabled?: boolean }[]) =>
  query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${value}`)
    .join('&');

function bodyOf({ operation }: PlacedOperation) {
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || media === undefined) return {};
  const raw = exampleText(type, media);
  if (type !== FORM) return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } };
  const urlencoded = [...new URLSearchParams(raw)].map(([key, value]) => ({ key, value }));
  return { body: { mode: 'urlencoded', urlencoded } };
}

const keyed = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }));

/** By the first scheme that the operation takes; the values are variables of the collection. */
function authOf(scheme: SecurityScheme | undefined, name: string) {
  if (scheme === undefined) return { type: 'noauth' };
  if (scheme.type === 'apiKey')
    return { type: 'apikey', apikey: keyed({ key: scheme.name ?? '', value: variable(name), in: 'header' }) };
  if (scheme.scheme === 'basic')
    return {
      type: 'basic',
      basic: keyed({ username: variable(`${name}Id`), password: variable(`${name}Secret`) }),
    };
  return { type: 'bearer', bearer: keyed({ token: variable(name) }) };
}

function renderItem(document: ApiDocument, placed: PlacedOperation) {
  const { verb, path, operation } = placed;
  const parameters = parametersOf(document, operation);
  const [scheme = ''] = schemesOf(document, operation);
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  const headers = parameters
    .filter((one) => one.in === 'header')
    .map((one) => ({ key: one.name, value: valueOf(one), ...(!one.required && { disabled: true }) }));
  return {
    name: operation.summary ?? `${verb} ${path}`,
    request: {
      method: verb,
      ...(operation.description !== undefined && { description: operation.description }),
      header: [...(type === undefined ? [] : [{ key: 'Content-Type', value: type }]), ...headers],
      auth: authOf(document.components?.securitySchemes?.[scheme], scheme),
      url: urlOf(path, parameters),
      ...bodyOf(placed),
    },
    response: [],
  };
}

/** A variable for every credential, empty: a collection that is passed on holds none. */
const credentialVariables = ({ components }: ApiDocument) =>
  Object.entries(components?.securitySchemes ?? {}).flatMap(([name, { scheme }]) =>
    scheme === 'basic' ? [`${name}Id`, `${name}Secret`] : [name],
  );

/**
 * The operations of a document as a Postman collection (format 2.1): a folder a tag, examples as bodies.
 *
 * @param baseUrl  of the service, without slash at its end
 */
export function renderPostman(document: ApiDocument, baseUrl: string) {
  const { info } = document;
  return {
    info: {
      name: info.title,
      description: info.description ?? '',
      version: info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [...operationsByTag(document)].map(([name, operations]) => ({
      name,
      item: operations.map((placed) => renderItem(document, placed)),
    })),
    variable: [
      { key: 'baseUrl', value: baseUrl },
      ...credentialVariables(document).map((key) => ({ key, value: '' })),
    ],
  };
}
