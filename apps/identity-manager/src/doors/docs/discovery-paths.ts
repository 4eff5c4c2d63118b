import type { PathOperation } from './path-operation';
import { ref } from './schemas';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const facts = json({ type: 'object' });

const discovery = (
  operationId: string,
  summary: string,
  parameters: readonly object[] = [],
): PathOperation => ({
  operationId,
  summary,
  tags: ['OAuth 2.0'],
  ...(parameters.length > 0 && { parameters }),
  responses: {
    '200': { description: 'Facts', ...facts },
    ...(parameters.length > 0 && {
      '404': { description: 'There is no such application', ...json(ref('OAuthError')) },
    }),
  },
  security: [],
});

const application = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];

const query = (name: string, description: string) => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
});

const signOut = {
  tags: ['OAuth 2.0'],
  parameters: [
    query('post_logout_redirect_uri', 'Registered sign-out address of the application to go back to'),
    query('id_token_hint', 'The ID token of the session (OpenID Connect RP-initiated logout)'),
    query('client_id', 'Id of the application'),
    query('state', 'Given back as it is'),
  ],
  responses: {
    '302': { description: 'Signed out, and on to the address' },
    '200': { description: 'Signed out: a page' },
    '401': { description: 'No application was named, or none of that id' },
    '404': { description: 'Neither a sign-out nor an address was asked for' },
  },
  security: [],
} as const;

/** What clients find out by themselves, and how a session ends. */
export const discoveryPaths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>> = {
  '/.well-known/openid-configuration': {
    get: discovery('openIdConfiguration', 'Metadata (OpenID Connect Discovery)'),
  },
  '/.well-known/oauth-authorization-server': {
    get: discovery('authorizationServer', 'Metadata (RFC 8414)'),
  },
  '/idm/applications/{id}/.well-known/openid-configuration': {
    get: discovery('openIdConfigurationOfApplication', 'Metadata of an application as issuer', application),
  },
  '/oauth2/certs': {
    get: discovery('publicKeys', 'Keys that check ID tokens (RFC 7517)'),
  },
  '/auth/external_logout': {
    get: {
      operationId: 'signOutByLink',
      summary: 'End the session of the browser, with _method=DELETE or a sign-out address',
      ...signOut,
    },
    delete: { operationId: 'signOut', summary: 'End the session of the browser', ...signOut },
  },
};
