import type { ApiParameter } from '@smart-city/api-viewer';
import { NGSI_ERROR_STATUS } from '@smart-city/context';
import { query, type Fault } from '../../http/described-operation';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

const header = (name: string, description: string) => ({ name, in: 'header', description, schema: text });
const inPath = (name: string, description: string, example: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: text,
  example,
});

const number = (name: string, description: string, example: number, bounds: object): ApiParameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'integer', ...bounds },
  example,
});

/** Variable parts of paths, by the names they are registered with; `name` is that of an attribute. */
export const pathParameters: Readonly<Record<string, ApiParameter>> = {
  id: inPath('id', 'Id of the entity, subscription or registration', 'Room1'),
  name: inPath('name', 'Name of the attribute', 'temperature'),
  item: inPath('item', 'Name of the metadata item', 'unit'),
  type: inPath('type', 'Entity type', 'Room'),
  levels: inPath('levels', 'Trace levels and ranges of them', '0-10'),
};

export const parameters: Readonly<Record<string, ApiParameter>> = {
  service: header('Fiware-Service', 'Tenant, with -multiservice; none is the default tenant'),
  servicePath: header(
    'Fiware-ServicePath',
    'Service path: `/a/b`; in reads also `/a/#` and a list with commas',
  ),
  ifMatch: header('If-Match', 'Tags of versions, or *: 412 when the entity is in none of them'),
  ifNoneMatch: header(
    'If-None-Match',
    'Tags of versions, or *: 304, on writes 412, when it is in one of them',
  ),
  type: query('type', 'Entity type, or a list with commas', 'Room'),
  id: query('id', 'Entity ids, with commas'),
  idPattern: query('idPattern', 'Regular expression that the id matches; not together with id'),
  typePattern: query('typePattern', 'Regular expression that the type matches; not together with type'),
  q: query(
    'q',
    'Simple query over attribute values; with options=extendedQuery also | ( ) !( ) =* ~*',
    'temperature>20',
  ),
  mq: query('mq', 'The same over metadata'),
  georel: query(
    'georel',
    'Relation to a place: near;maxDistance:1000, coveredBy, intersects, equals, disjoint',
  ),
  geometry: query('geometry', 'point, line, polygon or box'),
  coords: query('coords', 'latitude,longitude;…'),
  geoproperty: query('geoproperty', 'Beside georel: the attribute that it is about instead of the location'),
  attrs: query(
    'attrs',
    'Attributes to show, in this order; dateCreated, dateModified, * among them',
    'temperature',
  ),
  metadata: query('metadata', 'Metadata to show'),
  orderBy: query('orderBy', 'Attributes to sort by; ! turns one around', '!temperature'),
  limit: number('limit', 'Page size, 1 to 1000; 20 unless given', 20, { minimum: 1, maximum: 1000 }),
  cursor: query('cursor', 'start, or Fiware-Next-Cursor of the page before; instead of offset'),
  offset: number('offset', 'Elements to skip', 0, { minimum: 0 }),
  options: query(
    'options',
    'With commas: count, keyValues, values, unique, append, upsert, overrideMetadata, forcedUpdate, skipForwarding, extendedQuery …',
  ),
};

const faultExamples: Readonly<Record<Fault, string>> = {
  BadRequest: 'invalid character in URI',
  NotFound: 'The requested entity has not been found. Check type and id',
  TooManyResults: 'More than one matching entity. Please refine your query',
  NotAcceptable: 'acceptable MIME types: application/json',
  PreconditionFailed: 'The entity is not in the version that If-Match or If-None-Match asks for',
  Unprocessable: 'Already Exists',
  TooManyRequests: '20 tests wait for receivers: try again later',
};

export const responses = Object.fromEntries(
  Object.entries(faultExamples).map(([error, description]) => [
    error,
    {
      description: `${NGSI_ERROR_STATUS[error as Fault]} ${error}`,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          example: { error, description },
        },
      },
    },
  ]),
);

const selector = object({ id: text, idPattern: text, type: text, typePattern: text });

export const schemas: Readonly<Record<string, object>> = {
  Error: object({ error: text, description: text }, { required: ['error', 'description'] }),
  Any: { description: 'Any JSON value.' },
  Record: { type: 'object' },
  Records: { type: 'array', items: { type: 'object' } },
  Attribute: object(
    { type: text, value: { description: 'Any JSON value.' }, metadata: { type: 'object' } },
    { description: 'With options=keyValues the value alone.' },
  ),
  Attributes: { type: 'object', description: 'Attributes by name; with options=keyValues their values.' },
  MetadataItem: object(
    { type: text, value: { description: 'Any JSON value.' } },
    { description: 'With options=keyValues the value alone.' },
  ),
  Metadata: { type: 'object', description: 'Items by name; with options=keyValues their values.' },
  Entity: object(
    { id: text, type: text },
    { description: 'Its other members are attributes.', required: ['id'], additionalProperties: true },
  ),
  Feature: object({
    type: { const: 'Feature' },
    id: text,
    geometry: { type: ['object', 'null'] },
    properties: object({ type: text }, { additionalProperties: true }),
  }),
  FeatureCollection: object({
    type: { const: 'FeatureCollection' },
    features: { type: 'array', items: { $ref: '#/components/schemas/Feature' } },
  }),
  Entities: { type: 'array', items: { $ref: '#/components/schemas/Entity' } },
  Update: object(
    {
      actionType: { enum: ['append', 'appendStrict', 'update', 'delete', 'replace'] },
      entities: { type: 'array', items: { $ref: '#/components/schemas/Entity' } },
      filter: { type: 'object' },
      attrs: { $ref: '#/components/schemas/Attributes' },
    },
    { required: ['actionType'] },
  ),
  Changed: object(
    {
      matched: { type: 'integer', description: 'Entities that were selected at the start' },
      changed: { type: 'integer', description: 'Those that took the change' },
      faults: { type: 'array', description: 'The first ten that did not', items: { type: 'object' } },
    },
    { required: ['matched', 'changed'] },
  ),
  Query: object({
    entities: { type: 'array', items: selector },
    attrs: texts,
    expression: { type: 'object' },
    metadata: texts,
  }),
  Notification: object(
    { subscriptionId: text, data: { type: 'array', items: { $ref: '#/components/schemas/Entity' } } },
    { required: ['subscriptionId', 'data'] },
  ),
  Subscription: object({
    description: text,
    subject: object({ entities: { type: 'array', items: selector }, condition: { type: 'object' } }),
    notification: {
      type: 'object',
      description: 'http, httpCustom, mqtt, mqttCustom, kafka or kafkaCustom; attrs, attrsFormat …',
    },
    expires: { type: 'string', format: 'date-time' },
    status: { enum: ['active', 'inactive', 'oneshot'] },
    throttling: { type: 'integer', description: 'Seconds between two notifications.' },
    throttlingMode: {
      enum: ['last', 'drop'],
      description: 'last: what throttling keeps back is sent later.',
    },
    owner: text,
    labels: texts,
  }),
  Registration: object({
    description: text,
    dataProvided: object({ entities: { type: 'array', items: selector }, attrs: texts }),
    provider: object({ http: object({ url: text }), supportedForwardingMode: text }),
    expires: { type: 'string', format: 'date-time' },
  }),
};
