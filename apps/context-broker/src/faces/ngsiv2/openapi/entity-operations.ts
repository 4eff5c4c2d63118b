import { query, type Operations } from '../../../http/described-operation';

const tenant = ['service', 'servicePath'];
const conditions = ['ifMatch', 'ifNoneMatch'];
const one = [...tenant, ...conditions, 'type', 'options'];
const shown = [...tenant, ...conditions, 'type', 'attrs', 'metadata', 'options'];
const places = ['georel', 'geometry', 'coords', 'geoproperty'];
const selected = ['type', 'id', 'idPattern', 'typePattern', 'q', 'mq', ...places];
const pages = ['orderBy', 'limit', 'offset', 'cursor'];
const aggregation = [
  query(
    'aggregate',
    'Numbers instead of entities: count, and sum, avg, min, max, distinct with an attribute, as avg:temperature',
  ),
  query('groupBy', 'Up to three of type, an attribute, geo:cell:degrees, geo:zoom:integer'),
];
const faults = ['BadRequest', 'NotFound', 'TooManyResults', 'PreconditionFailed'] as const;
const attribute = { type: 'Number', value: 23.5, metadata: { unit: { type: 'Text', value: 'CEL' } } };
const attributes = { schema: 'Attributes', example: { temperature: attribute } };

const most = query('limit', 'How many entities at most, 1 to 100000', '100');

/** Entities, their attributes, their types, and many at once. */
export const entityOperations: Operations = {
  'POST /v2/entities': {
    id: 'createEntity',
    summary: 'Make an entity',
    parameters: [...tenant, ...conditions, 'options'],
    body: { schema: 'Entity', example: { id: 'Room1', type: 'Room', temperature: attribute } },
    status: 201,
    faults: ['BadRequest', 'PreconditionFailed', 'Unprocessable'],
  },
  'GET /v2/entities': {
    id: 'listEntities',
    summary: 'List entities',
    description:
      'As text/event-stream, of what changes in them: create, update, leave, delete, reset; Last-Event-ID resumes it.',
    parameters: [...tenant, ...selected, 'attrs', 'metadata', ...pages, 'options'],
    own: aggregation,
    answer: { schema: 'Entities', geoJson: 'FeatureCollection', isLive: true },
    faults: ['BadRequest', 'NotAcceptable'],
  },
  'PATCH /v2/entities': {
    id: 'updateSelection',
    summary: 'Update attributes of all entities that the parameters select',
    description:
      'Only with limit; else 405. With options=dryRun nothing is changed. What is registered elsewhere stays.',
    parameters: [...tenant, ...selected, 'orderBy', 'options'],
    own: [most],
    body: attributes,
    answer: { schema: 'Changed' },
    faults: ['BadRequest'],
  },
  'DELETE /v2/entities': {
    id: 'deleteSelection',
    summary: 'Delete all entities that the parameters select, or those attributes of them that attrs names',
    description:
      'Only with limit; else 405. With options=dryRun nothing is deleted. What is registered elsewhere stays.',
    parameters: [...tenant, ...selected, 'attrs', 'orderBy', 'options'],
    own: [most],
    answer: { schema: 'Changed' },
    faults: ['BadRequest'],
  },
  'GET /v2/entities/:id': {
    id: 'getEntity',
    summary: 'An entity',
    parameters: shown,
    answer: { schema: 'Entity', geoJson: 'Feature' },
    faults,
  },
  'DELETE /v2/entities/:id': {
    id: 'deleteEntity',
    summary: 'Delete an entity',
    parameters: one,
    status: 204,
    faults,
  },
  'GET /v2/entities/:id/attrs': {
    id: 'getAttributes',
    summary: 'Attributes of an entity',
    parameters: shown,
    answer: { schema: 'Attributes' },
    faults,
  },
  'POST /v2/entities/:id/attrs': {
    id: 'appendAttributes',
    summary: 'Update attributes, or add them',
    description: 'With options=append attributes that are there are refused.',
    parameters: one,
    body: attributes,
    status: 204,
    faults: [...faults, 'Unprocessable'],
  },
  'PATCH /v2/entities/:id/attrs': {
    id: 'updateAttributes',
    summary: 'Update attributes that are there',
    parameters: one,
    body: attributes,
    status: 204,
    faults: [...faults, 'Unprocessable'],
  },
  'PUT /v2/entities/:id/attrs': {
    id: 'replaceAttributes',
    summary: 'Replace all attributes',
    parameters: one,
    body: attributes,
    status: 204,
    faults,
  },
  'GET /v2/entities/:id/attrs/:name': {
    id: 'getAttribute',
    summary: 'An attribute',
    parameters: [...tenant, ...conditions, 'type', 'metadata'],
    answer: { schema: 'Attribute' },
    faults,
  },
  'PUT /v2/entities/:id/attrs/:name': {
    id: 'updateAttribute',
    summary: 'Update an attribute',
    parameters: one,
    body: { schema: 'Attribute', example: attribute },
    status: 204,
    faults,
  },
  'DELETE /v2/entities/:id/attrs/:name': {
    id: 'deleteAttribute',
    summary: 'Delete an attribute',
    parameters: one,
    status: 204,
    faults,
  },
  'GET /v2/entities/:id/attrs/:name/value': {
    id: 'getValue',
    summary: 'The value of an attribute',
    description: 'Also as text/plain.',
    parameters: [...tenant, ...conditions, 'type'],
    answer: { schema: 'Any' },
    faults: [...faults, 'NotAcceptable'],
  },
  'PUT /v2/entities/:id/attrs/:name/value': {
    id: 'updateValue',
    summary: 'Update the value of an attribute',
    description: 'Also as text/plain.',
    parameters: one,
    body: { schema: 'Any', example: { celsius: 24 } },
    status: 204,
    faults,
  },
  'GET /v2/entities/:id/attrs/:name/metadata': {
    id: 'listMetadata',
    summary: 'The metadata of an attribute',
    parameters: [...tenant, ...conditions, 'type', 'metadata', 'options'],
    answer: { schema: 'Metadata' },
    faults,
  },
  'PUT /v2/entities/:id/attrs/:name/metadata': {
    id: 'replaceMetadata',
    summary: 'Replace all metadata of an attribute',
    parameters: one,
    body: { schema: 'Metadata', example: { unit: { type: 'Text', value: 'CEL' } } },
    status: 204,
    faults,
  },
  'DELETE /v2/entities/:id/attrs/:name/metadata': {
    id: 'deleteMetadata',
    summary: 'Delete all metadata of an attribute',
    parameters: one,
    status: 204,
    faults,
  },
  'GET /v2/entities/:id/attrs/:name/metadata/:item': {
    id: 'getMetadataItem',
    summary: 'One item of the metadata of an attribute',
    parameters: [...tenant, ...conditions, 'type', 'options'],
    answer: { schema: 'MetadataItem' },
    faults,
  },
  'PUT /v2/entities/:id/attrs/:name/metadata/:item': {
    id: 'putMetadataItem',
    summary: 'Add or replace one item of the metadata of an attribute',
    parameters: one,
    body: { schema: 'MetadataItem', example: { type: 'Text', value: 'CEL' } },
    status: 204,
    faults,
  },
  'DELETE /v2/entities/:id/attrs/:name/metadata/:item': {
    id: 'deleteMetadataItem',
    summary: 'Delete one item of the metadata of an attribute',
    parameters: one,
    status: 204,
    faults,
  },
  'GET /v2/types': {
    id: 'listTypes',
    summary: 'List entity types',
    parameters: [...tenant, 'limit', 'offset', 'options'],
    answer: { schema: 'Records' },
    faults: ['BadRequest'],
  },
  'GET /v2/types/:type': {
    id: 'getType',
    summary: 'An entity type',
    parameters: tenant,
    answer: { schema: 'Record' },
    faults: ['BadRequest', 'NotFound'],
  },
  'POST /v2/op/update': {
    id: 'batchUpdate',
    summary: 'Update many entities',
    description:
      'With filter (entities and expression, as op/query has them), attrs and limit instead of entities: all that it selects; the answer is then that of PATCH /v2/entities.',
    parameters: [...tenant, 'options'],
    body: {
      schema: 'Update',
      example: { actionType: 'append', entities: [{ id: 'Room2', type: 'Room', temperature: attribute }] },
    },
    status: 204,
    faults: ['BadRequest', 'NotFound', 'Unprocessable'],
  },
  'POST /v2/op/query': {
    id: 'batchQuery',
    summary: 'List entities, asked by a body',
    parameters: [...tenant, ...pages, 'options'],
    own: aggregation,
    body: {
      schema: 'Query',
      example: { entities: [{ idPattern: '.*', type: 'Room' }], attrs: ['temperature'] },
    },
    answer: { schema: 'Entities', geoJson: 'FeatureCollection' },
    faults: ['BadRequest', 'NotAcceptable'],
  },
  'POST /v2/op/notify': {
    id: 'notify',
    summary: 'Take in the notification of another broker',
    parameters: [...tenant, 'options'],
    body: {
      schema: 'Notification',
      example: {
        subscriptionId: '5aeb0ee97d4ef10a12a0262f',
        data: [{ id: 'Room3', type: 'Room', temperature: attribute }],
      },
    },
    faults: ['BadRequest'],
  },
};
