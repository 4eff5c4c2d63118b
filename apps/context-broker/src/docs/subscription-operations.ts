import { query, type Operations } from './operation';

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
  'GET /v2/subscriptions/:id/events': {
    id: 'followSubscription',
    summary: 'Follow the notifications of a subscription',
    description: 'Server-Sent Events, of a subscription whose channel is `sse`; Last-Event-ID resumes them.',
    parameters: ['service'],
    answer: { mediaType: 'text/event-stream' },
    faults: [...faults, 'NotAcceptable'],
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
  'GET /v2/subscriptions/:id/attempts': {
    id: 'listAttempts',
    summary: 'The last attempts to notify, the latest first (-notifAttempts, -adminConsole)',
    parameters: tenant,
    answer: { schema: 'Records' },
    faults,
  },
  'POST /v2/subscriptions/:id/test': {
    id: 'testSubscription',
    summary: 'Send one notification, and say what the receiver answered (-notifAttempts, -adminConsole)',
    parameters: tenant,
    body: { schema: 'Record', example: {} },
    answer: { schema: 'Record' },
    faults,
  },
  'GET /v2/deadLetters': {
    id: 'listDeadLetters',
    summary: 'Notifications that were given up, the last ones first (-notifDeadLetters)',
    parameters: ['service', 'limit', 'offset', 'options'],
    own: [query('subscription', 'Id of a subscription: of no other')],
    answer: { schema: 'Records' },
    faults: ['BadRequest'],
  },
  'GET /v2/deadLetters/:id': {
    id: 'getDeadLetter',
    summary: 'One of them, with its request',
    parameters: ['service'],
    answer: { schema: 'Record' },
    faults,
  },
  'DELETE /v2/deadLetters/:id': {
    id: 'dropDeadLetter',
    summary: 'Drop it',
    parameters: ['service'],
    status: 204,
    faults,
  },
  'POST /v2/deadLetters/:id/resend': {
    id: 'resendDeadLetter',
    summary: 'Send it again; it is kept until it is delivered',
    parameters: ['service'],
    body: { schema: 'Record', example: {} },
    status: 202,
    answer: { schema: 'Record' },
    faults,
  },
  'POST /v2/subscriptions/:id/deadLetters/resend': {
    id: 'resendDeadLetters',
    summary: 'Send all of a subscription again, the oldest first, as far as there is room',
    parameters: ['service'],
    body: { schema: 'Record', example: {} },
    status: 202,
    answer: { schema: 'Record' },
    faults: ['BadRequest'],
  },
  'DELETE /v2/subscriptions/:id/deadLetters': {
    id: 'dropDeadLetters',
    summary: 'Drop all of a subscription',
    parameters: ['service'],
    status: 204,
    faults: ['BadRequest'],
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
