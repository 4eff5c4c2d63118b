import type { Operations } from './operation';

const tenant = ['service', 'servicePath'];
const list = [...tenant, 'limit', 'offset', 'options'];
const rooms = [{ idPattern: '.*', type: 'Room' }];
const faults = ['BadRequest', 'NotFound'] as const;

/** Subscriptions and registrations. */
export const subscriptionOperations: Operations = {
  'GET /v2': { id: 'getIndex', summary: 'Addresses of the resources', answer: { schema: 'Record' } },
  'GET /v2/subscriptions': {
    id: 'listSubscriptions',
    summary: 'List subscriptions',
    parameters: list,
    answer: { schema: 'Records' },
    faults: ['BadRequest'],
  },
  'POST /v2/subscriptions': {
    id: 'createSubscription',
    summary: 'Subscribe to changes',
    parameters: [...tenant, 'options'],
    body: {
      schema: 'Subscription',
      example: {
        description: 'Warm rooms',
        subject: {
          entities: rooms,
          condition: { attrs: ['temperature'], expression: { q: 'temperature>30' } },
        },
        notification: { http: { url: 'http://receiver.example/notify' }, attrs: ['temperature'] },
        throttling: 5,
      },
    },
    status: 201,
    faults: ['BadRequest'],
  },
  'GET /v2/subscriptions/:id': {
    id: 'getSubscription',
    summary: 'A subscription',
    parameters: tenant,
    answer: { schema: 'Subscription' },
    faults,
  },
  'PATCH /v2/subscriptions/:id': {
    id: 'updateSubscription',
    summary: 'Change a subscription',
    parameters: [...tenant, 'options'],
    body: { schema: 'Subscription', example: { status: 'inactive' } },
    status: 204,
    faults,
  },
  'DELETE /v2/subscriptions/:id': {
    id: 'deleteSubscription',
    summary: 'End a subscription',
    parameters: tenant,
    status: 204,
    faults,
  },
  'GET /v2/registrations': {
    id: 'listRegistrations',
    summary: 'List registrations',
    parameters: list,
    answer: { schema: 'Records' },
    faults: ['BadRequest'],
  },
  'POST /v2/registrations': {
    id: 'createRegistration',
    summary: 'Name a provider of attributes',
    parameters: tenant,
    body: {
      schema: 'Registration',
      example: {
        dataProvided: { entities: [{ id: 'Room9', type: 'Room' }], attrs: ['humidity'] },
        provider: { http: { url: 'http://provider.example/v2' } },
      },
    },
    status: 201,
    faults: ['BadRequest'],
  },
  'GET /v2/registrations/:id': {
    id: 'getRegistration',
    summary: 'A registration',
    parameters: tenant,
    answer: { schema: 'Registration' },
    faults,
  },
  'PATCH /v2/registrations/:id': {
    id: 'updateRegistration',
    summary: 'Change a registration (-registrationPatch)',
    parameters: tenant,
    body: { schema: 'Registration', example: { description: 'Humidity of rooms' } },
    status: 204,
    faults,
  },
  'DELETE /v2/registrations/:id': {
    id: 'deleteRegistration',
    summary: 'Delete a registration',
    parameters: tenant,
    status: 204,
    faults,
  },
};
