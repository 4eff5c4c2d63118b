import type { Operation, Operations } from '../../http/described-operation';

const parameters = ['service', 'servicePath'];
const answer = { schema: 'Record' } as const;
const attributes = [{ name: 'temperature', type: 'Number', value: '23' }];

const updateContext = (id: string): Operation => ({
  id,
  summary: 'Update entities',
  parameters,
  body: {
    schema: 'Record',
    example: {
      contextElements: [{ id: 'Room1', type: 'Room', isPattern: 'false', attributes }],
      updateAction: 'APPEND',
    },
  },
  answer,
});
const queryContext = (id: string): Operation => ({
  id,
  summary: 'List entities',
  parameters: [...parameters, 'limit', 'offset'],
  body: { schema: 'Record', example: { entities: [{ id: 'Room1', type: 'Room', isPattern: 'false' }] } },
  answer,
});

/** All deprecated; there with a compat version below 4.0.0 only. Faults come with 200 and an `errorCode`. */
export const ngsiv1Operations: Operations = {
  'POST /v1/updateContext': updateContext('v1UpdateContext'),
  'POST /ngsi10/updateContext': updateContext('ngsi10UpdateContext'),
  'POST /v1/queryContext': queryContext('v1QueryContext'),
  'POST /ngsi10/queryContext': queryContext('ngsi10QueryContext'),
  'PUT /v1/contextEntities/:id': {
    id: 'v1UpdateEntity',
    summary: 'Update an entity',
    parameters,
    body: { schema: 'Record', example: { attributes } },
    answer,
  },
  'DELETE /v1/contextEntities/:id': { id: 'v1DeleteEntity', summary: 'Delete an entity', parameters, answer },
  'GET /v1/contextEntities/:id/attributes/:name': {
    id: 'v1GetAttribute',
    summary: 'An attribute',
    parameters,
    answer,
  },
};
