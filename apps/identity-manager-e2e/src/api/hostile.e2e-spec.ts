import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { adminOf, badRequest, newApplication, newUser, unique } from './api-client';

const oddBodies: readonly unknown[] = [
  null,
  0,
  'text',
  [],
  [[]],
  {},
  { __proto__: { name: 'x' } },
  JSON.parse('{"__proto__":{"user":{"username":"x"}},"constructor":{"prototype":{"admin":true}}}'),
  JSON.parse('{"user":{"__proto__":{"username":"x","email":"x@y.zz","password":"x"}}}'),
  { user: null, application: null, organization: null, role: null, permission: null },
  { user: { username: {}, email: [], password: 1 } },
  { application: { name: [], redirect_uri: {} } },
  { organization: { name: 7 } },
  { role: { name: true } },
  { permission: { name: [], action: {}, resource: 5 } },
];

describe('Hostile requests to the management API', () => {
  eachDatabase((service) => {
    it('refuse addresses that a browser would run', async () => {
      const user = await newUser(service());
      const { id } = await newApplication(user);
      const { organization } = (await user.api.post('/organizations', { organization: { name: 'x' } })).body;
      const members: readonly (readonly [path: string, wrapper: string, member: string])[] = [
        [`/applications/${id}`, 'application', 'url'],
        [`/applications/${id}`, 'application', 'redirect_uri'],
        [`/applications/${id}`, 'application', 'redirect_sign_out_uri'],
        [`/users/${user.id}`, 'user', 'website'],
        [`/organizations/${organization.id}`, 'organization', 'website'],
      ];
      for (const [path, wrapper, member] of members) {
        for (const address of ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x'])
          expect([member, address, await user.api.patch(path, { [wrapper]: { [member]: address } })]).toEqual(
            [
              member,
              address,
              expect.objectContaining({
                status: 400,
                body: badRequest(`${member} attribute has an address that is not accepted`),
              }),
            ],
          );
        const fine = await user.api.patch(path, { [wrapper]: { [member]: 'http://x' } });
        expect([member, fine.status]).toEqual([member, 200]);
      }
      const redirect_uri = ['http://x', 'javascript:alert(1)'];
      const created = await user.api.post('/applications', { application: { name: 'x', redirect_uri } });
      expect(created.status).toBe(400);
    });

    const setUp = async () => {
      const user = await newUser(service());
      const admin = await adminOf(service());
      const { id } = await newApplication(user);
      const base = `/applications/${id}`;
      const role = (await user.api.post(`${base}/roles`, { role: { name: 'r' } })).body.role.id;
      const permission = { name: 'p', action: 'GET', resource: '/' };
      const { id: permissionId } = (await user.api.post(`${base}/permissions`, { permission })).body
        .permission;
      const organization = (await user.api.post('/organizations', { organization: { name: 'o' } })).body
        .organization.id;
      return { user, admin, base, role, permissionId, organization };
    };

    it('odd bodies are refused with 400 and an error object, nothing breaks', async () => {
      const { user, admin, base, role, permissionId, organization } = await setUp();
      const targets = [
        ['post', '/users', admin],
        ['patch', `/users/${user.id}`, user.api],
        ['post', '/applications', user.api],
        ['patch', base, user.api],
        ['post', '/organizations', user.api],
        ['patch', `/organizations/${organization}`, user.api],
        ['post', `${base}/roles`, user.api],
        ['patch', `${base}/roles/${role}`, user.api],
        ['post', `${base}/permissions`, user.api],
        ['patch', `${base}/permissions/${permissionId}`, user.api],
      ] as const;
      for (const [method, path, { token, url }] of targets)
        for (const body of oddBodies) {
          const answer = await requests(url)
            [method](`/v1${path}`)
            .set('X-Auth-Token', String(token))
            .set('Content-Type', 'application/json')
            .send(JSON.stringify(body));
          // A change that names nothing of its own changes nothing.
          if (method === 'patch' && answer.status === 200)
            expect(answer.body.message).toMatch(/^Request don't change/);
          else {
            expect([path, JSON.stringify(body), answer.status]).toEqual([path, JSON.stringify(body), 400]);
            expect(answer.body).toEqual({
              error: { message: expect.any(String), code: 400, title: 'Bad Request' },
            });
          }
        }
      expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
      expect((await user.api.get(base)).status).toBe(200);
    });

    it('malformed, deep and giant JSON is refused', async () => {
      const { token, url } = (await newUser(service())).api;
      const post = (text: string) =>
        requests(url)
          .post('/v1/applications')
          .set('X-Auth-Token', String(token))
          .set('Content-Type', 'application/json')
          .send(text);
      expect((await post('{"application":')).status).toBe(400);
      expect((await post(`${'['.repeat(40_000)}${']'.repeat(40_000)}`)).status).toBe(400);
      const giant = await post(JSON.stringify({ application: { name: 'x'.repeat(300_000) } }));
      expect([giant.status, giant.body.error.code]).toEqual([413, 413]);
    });

    it('values that no column takes are refused, not cut', async () => {
      const { user, base } = await setUp();
      const patch = (application: object) => user.api.patch(base, { application });
      expect((await patch({ name: 'x'.repeat(256) })).status).toBe(400);
      expect((await patch({ description: 'x'.repeat(10_001) })).status).toBe(400);
      expect((await patch({ name: 'a\u0000b' })).status).toBe(400);
      expect((await patch({ description: 'a\u0000b' })).status).toBe(400);
      expect((await patch({ redirect_uri: 'http://x\r\nSet-Cookie: a=b' })).status).toBe(400);
      const name = '😀'.repeat(100);
      expect((await patch({ name, description: 'line\nline' })).status).toBe(200);
      expect((await user.api.get(base)).body.application).toMatchObject({
        name,
        description: 'line\nline',
      });
    });

    it('SQL in ids and texts is only text', async () => {
      const { user, base } = await setUp();
      const nasty = "x'; DROP TABLE users; --";
      expect((await user.api.get(`/applications/${encodeURIComponent(nasty)}`)).status).toBe(404);
      expect((await user.api.get(`${base}/roles/${encodeURIComponent("' OR '1'='1")}`)).status).toBe(404);
      const { body } = await user.api.post(`${base}/roles`, { role: { name: nasty } });
      expect((await user.api.get(`${base}/roles/${body.role.id}`)).body.role.name).toBe(nasty);
    });

    it('malformed percent encoding in a path is a 400', async () => {
      const { api } = await newUser(service());
      expect((await api.get('/applications/%E0%A4%A')).status).toBe(400);
    });

    it('a pattern that would blow up is decided at once', async () => {
      const { user, base } = await setUp();
      const permission = { name: unique(), action: 'GET', resource: '^(a+)+$', is_regex: true };
      expect((await user.api.post(`${base}/permissions`, { permission })).status).toBe(201);
    });

    it('eight registrations of one address make one user', async () => {
      const admin = await adminOf(service());
      const user = { username: 'x', password: 'x1', email: `${unique()}@test.com` };
      const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post('/users', { user })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    });
  });
});
