import type { ApiDocument } from './api-document';

/** A small document for tests, with a name that would be markup. */
export const SAMPLE: ApiDocument = {
  info: { title: 'Parks', version: '1.2.3', description: 'Benches & trees' },
  tags: [{ name: 'Benches', description: 'To sit on' }],
  security: [{ key: [] }, { token: [] }],
  paths: {
    '/benches/{id}': {
      put: {
        operationId: 'changeBench',
        summary: 'Change <b>a bench</b>',
        tags: ['Benches'],
        parameters: [
          { $ref: '#/components/parameters/id' },
          { name: 'dry', in: 'query', description: 'true: only try' },
          { name: 'Fiware-Service', in: 'header' },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Bench' },
              example: { seats: 3 },
            },
          },
        },
        responses: { '204': { description: 'Done' }, '404': { $ref: '#/components/responses/None' } },
      },
    },
    '/tokens': {
      post: {
        operationId: 'token',
        tags: ['Tokens'],
        deprecated: true,
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { grant: { type: 'string' } } },
              examples: { one: { value: { grant: 'a b' } } },
            },
          },
        },
        responses: { '200': { description: 'A token' } },
        security: [{ client: [] }],
      },
    },
    '/open': { get: { tags: ['Tokens'], responses: { '200': { description: 'Yes' } }, security: [] } },
  },
  components: {
    parameters: { id: { name: 'id', in: 'path', required: true, example: 'bench 1' } },
    responses: { None: { description: 'There is none' } },
    schemas: {
      Bench: {
        type: 'object',
        required: ['seats'],
        properties: {
          seats: { type: 'integer', description: 'At least one' },
          colour: { enum: ['red', 'green'] },
          next: { $ref: '#/components/schemas/Bench' },
        },
      },
    },
    securitySchemes: {
      key: { type: 'apiKey', name: 'X-Key' },
      token: { type: 'http', scheme: 'bearer' },
      client: { type: 'http', scheme: 'basic', description: 'Id and secret' },
    },
  },
};
