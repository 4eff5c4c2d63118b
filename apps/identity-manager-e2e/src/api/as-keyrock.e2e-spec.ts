import { connect } from 'node:net';
import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { adminOf, newUser } from './api-client';

/** The status and `Location` of a request whose target is sent as it stands. */
async function rawGet(url: string, target: string): Promise<readonly [number, string | undefined]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(`GET ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return [Number(answer.split(' ')[1]), /^location: (.*)\r$/im.exec(answer)?.[1]];
}

eachDatabase((service) => {
  describe('Slashes in a path', () => {
    it.each(['//version', '/version', '///version', '//v1//users?a=//b'])(
      '%s count as one',
      async (target) => {
        const [status] = await rawGet(service().url, target);
        expect(status).toBe(target.includes('v1') ? 400 : 200);
      },
    );

    it('lead nowhere else: neither past a rule nor out of the service', async () => {
      expect((await rawGet(service().url, '//v1//users'))[0]).toBe(400);
      for (const target of [
        '//evil.example/idm',
        '//evil.example//idm/settings',
        '//idm//settings',
        '/\\evil.example/idm',
      ]) {
        const [status, location = '/'] = await rawGet(service().url, target);
        expect([target, status < 500]).toEqual([target, true]);
        expect([target, new URL(location, service().url).origin]).toEqual([target, service().url]);
        expect(location).not.toMatch(/(?:%2f|\/){2}evil/i);
      }
    });
  });

  describe('An ETag', () => {
    it('is of JSON, and answers 304 while nothing has changed', async () => {
      const { id, api } = await newUser(service());
      const read = (tag = '') =>
        requests(service().url)
          .get(`/v1/users/${id}`)
          .set('X-Auth-Token', String(api.token))
          .set('If-None-Match', tag);
      const first = await read().expect(200);
      expect(first.headers['etag']).toMatch(/^W\/"[0-9a-f]+-[A-Za-z0-9+/]{27}"$/);
      const same = await read(first.headers['etag']).expect(304);
      expect(same.text).toBe('');
      await (await adminOf(service())).patch(`/users/${id}`, { user: { description: 'new' } });
      await read(first.headers['etag']).expect(200);
    });

    it('is of no page', async () => {
      const page = await requests(service().url).get('/auth/login').expect(200);
      expect(page.headers['etag']).toBeUndefined();
    });

    it('shows nothing to who may not ask', async () => {
      const { id, api } = await newUser(service());
      const { headers } = await requests(service().url)
        .get(`/v1/users/${id}`)
        .set('X-Auth-Token', String(api.token));
      await requests(service().url)
        .get(`/v1/users/${id}`)
        .set('If-None-Match', headers['etag'] ?? '')
        .expect(400);
    });
  });

  it('Internal permissions have no description', async () => {
    const admin = await adminOf(service());
    const { body } = await admin.post('/applications', {
      application: { name: 'x', redirect_uri: 'http://a/' },
    });
    const { permissions } = (await admin.get(`/applications/${body.application.id}/permissions`)).body;
    expect(
      permissions.map((permission: object) =>
        'description' in permission ? permission.description : undefined,
      ),
    ).toEqual(permissions.map(() => null));
  });
});
