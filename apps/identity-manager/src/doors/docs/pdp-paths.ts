import type { PathOperation } from './path-operation';

const list = { type: 'array', items: { type: 'string' } } as const;
const text = { type: 'string' } as const;

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const shared = {
  description:
    'On decision level `payload` only. Who: the PEP proxy of the application, or an administrator.',
  tags: ['Decisions'],
  security: [{ apiToken: [] }, { bearer: [] }],
} as const;

const refusals = {
  '400': { description: 'Something is missing or malformed' },
  '403': { description: 'Neither a PEP proxy of the application nor an administrator' },
} as const;

/** Decisions about roles, for enforcement points that look into bodies. */
export const pdpPaths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>> = {
  '/pdp/open_policy_agent': {
    post: {
      ...shared,
      operationId: 'askOpenPolicyAgent',
      summary: 'May these roles do this with these entities?',
      requestBody: {
        required: true,
        ...json({
          type: 'object',
          required: ['appId', 'action', 'resource'],
          properties: {
            appId: text,
            action: text,
            resource: text,
            roles: list,
            tenant: text,
            ids: list,
            idPatterns: list,
            types: list,
            attrs: list,
          },
        }),
      },
      responses: {
        '200': {
          description: 'The decision',
          ...json({ type: 'object', properties: { allow: { type: 'boolean' } } }),
        },
        ...refusals,
      },
    },
  },
  '/pdp/xacml': {
    post: {
      ...shared,
      operationId: 'askXacml',
      summary: 'The same question in the JSON profile of XACML 3.0',
      requestBody: {
        required: true,
        ...json({ type: 'object', required: ['Request'], properties: { Request: { type: 'object' } } }),
      },
      responses: {
        '200': {
          description: 'A `Response` with the decision',
          ...json({ type: 'object', properties: { Response: { type: 'array', items: { type: 'object' } } } }),
        },
        ...refusals,
      },
    },
  },
};
