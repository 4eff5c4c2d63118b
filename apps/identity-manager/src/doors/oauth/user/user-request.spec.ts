import type { Request } from 'express';
import { OAuthError } from '../oauth-errors';
import { parseUserRequest } from './user-request';

const request = (query: object, headers: object = {}, method = 'GET') =>
  ({ method, query, headers, body: {} }) as unknown as Request;

const ask = (query: object, authorization?: string) =>
  parseUserRequest(request(query, authorization === undefined ? {} : { authorization }));

function refusal(work: () => unknown): readonly [number, string] | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof OAuthError) return [error.status, error.code];
    throw error;
  }
  return undefined;
}

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('A request for the record of a user', () => {
  it.each<[string, object, string | undefined]>([
    ['in the query', { access_token: 't' }, undefined],
    ['in the header', {}, 'Bearer t'],
    ['in both, when it is the same', { access_token: 't' }, 'bearer t'],
    ['in the query beside a header of another kind', { access_token: 't' }, basic('a:b')],
  ])('has the token %s', (_case, query, header) => {
    expect(ask(query, header).token).toBe('t');
  });

  it.each<[string, object, string | undefined, readonly [number, string]]>([
    ['without a token', {}, undefined, [401, 'invalid_request']],
    ['with an empty one', { access_token: '' }, undefined, [401, 'invalid_request']],
    ['with two', { access_token: 'a' }, 'Bearer b', [400, 'invalid_request']],
    ['with a header of another kind', {}, basic('a:b'), [400, 'invalid_request']],
    ['with a Bearer header without a token', {}, 'Bearer', [400, 'invalid_request']],
    ['with a repeated token', { access_token: ['a', 'b'] }, undefined, [400, 'invalid_request']],
    [
      'for domain and decision at once',
      { access_token: 't', authzforce: '1', action: 'GET' },
      undefined,
      [400, 'invalid_request'],
    ],
    [
      'for domain and tenant at once',
      { access_token: 't', authzforce: '1', fiware_service: 'a' },
      undefined,
      [400, 'invalid_request'],
    ],
    ['for the domain with a Bearer header', { authzforce: '1' }, 'Bearer t', [400, 'invalid_request']],
    [
      'for a very long path',
      { access_token: 't', resource: 'x'.repeat(2049) },
      undefined,
      [414, 'invalid_request'],
    ],
  ])('%s is refused', (_case, query, header, told) => {
    expect(refusal(() => ask(query, header))).toEqual(told);
  });

  it('for a very long path in a form is too large, not too long an address', () => {
    const sent = {
      ...request({}, { 'content-type': 'application/x-www-form-urlencoded' }, 'POST'),
      body: { access_token: 't', resource: 'x'.repeat(2049) },
    } as unknown as Request;
    expect(refusal(() => parseUserRequest(sent))).toEqual([400, 'invalid_request']);
  });

  it.each<[string, object, object]>([
    ['the application', { app_id: 'a' }, { applicationId: 'a' }],
    ['a decision', { action: 'GET', resource: '/x' }, { action: 'GET', resource: '/x' }],
    ['a tenant', { authorization_service_header: 'city' }, { serviceHeader: 'city' }],
    ['a tenant as older enforcement points call it', { fiware_service: 'city' }, { serviceHeader: 'city' }],
    [
      'one of two names of a tenant',
      { fiware_service: 'old', authorization_service_header: 'new' },
      { serviceHeader: 'new' },
    ],
    ['service paths', { authorization_service_path: '/a,/b/#' }, { servicePaths: ['/a', '/b/#'] }],
    ['the domain', { authzforce: '1' }, { wantsDomain: true }],
    ['no domain, unless it is named with a value', { authzforce: '' }, { wantsDomain: false }],
    ['an explanation without credentials', { explain: 'true' }, { explainTo: 'nobody' }],
    ['no explanation', { explain: 'yes' }, { explainTo: undefined }],
  ])('reads %s', (_case, query, read) => {
    expect(ask({ access_token: 't', ...query })).toMatchObject(read);
  });

  it('explains to whoever shows credentials', () => {
    const { explainTo } = ask({ access_token: 't', explain: 'true' }, basic('id:se:cret'));
    expect(explainTo).toEqual({ id: 'id', secret: 'se:cret' });
  });
});
