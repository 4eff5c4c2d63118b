import { randomUUID } from 'node:crypto';
import { eachDatabase } from '../each-database';
import { adminOf, forbidden, newApplication, newUser, type ApiClient } from './api-client';

/** What is made with an id: where, under which name, and with what beside it. */
const KINDS = [
  ['application', '', 'applications', { name: 'chosen', redirect_uri: 'http://127.0.0.1:9/callback' }],
  ['organization', '', 'organizations', { name: 'chosen' }],
  ['role', '/applications/{app}', 'roles', { name: 'chosen' }],
  ['permission', '/applications/{app}', 'permissions', { name: 'chosen', action: 'GET', resource: '/' }],
] as const;

eachDatabase((service) => {
  let admin: ApiClient;
  let app: string;
  beforeAll(async () => {
    admin = await adminOf(service());
    const answer = await admin.post('/applications', {
      application: { name: 'first', redirect_uri: 'http://127.0.0.1:9/callback' },
    });
    app = answer.body.application.id;
  });

  describe.each(KINDS)('A new %s', (kind, below, plural, content) => {
    const listOf = () => `${below.replace('{app}', app)}/${plural}`;
    const make = (id: unknown, api = admin) => api.post(listOf(), { [kind]: { ...content, id } });

    it('keeps the id that is sent, which no other gets', async () => {
      const id = randomUUID();
      const { status, body } = await make(id);
      expect([status, body[kind].id]).toEqual([201, id]);
      const stored = (await admin.get(`${listOf()}/${id}`)).body;
      const again = await admin.post(listOf(), { [kind]: { ...content, id, name: 'another' } });
      expect([again.status, again.body]).toEqual([
        409,
        { error: { message: 'Id already used', code: 409, title: 'Conflict' } },
      ]);
      expect((await admin.get(`${listOf()}/${id}`)).body).toEqual(stored);
    });

    it.each(['a/b', '..', 'new', 'x'.repeat(37), 'a b', 'ñ', 5, {}])(
      'does not have the id %j',
      async (id) => {
        expect((await make(id)).status).toBe(400);
      },
    );

    it.each([undefined, null, ''])('has one of the service when %j is sent', async (id) => {
      const { status, body } = await make(id);
      expect([status, body[kind].id]).toEqual([201, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    });
  });

  it.each([
    ['role', 'roles', 'provider', { name: 'x' }],
    ['permission', 'permissions', '1', { name: 'x', action: 'GET', resource: '/' }],
    ['application', undefined, 'idm_admin_app', { name: 'x', redirect_uri: 'http://a/' }],
  ])('No %s takes the place of an internal one', async (kind, plural, id, content) => {
    const path = plural === undefined ? '/applications' : `/applications/${app}/${plural}`;
    expect((await admin.post(path, { [kind]: { ...content, id } })).status).toBe(409);
  });

  it('An id of another application’s role or permission is taken, and changes nothing there', async () => {
    const owner = await newUser(service());
    const other = await newApplication(owner);
    const id = randomUUID();
    await admin.post(`/applications/${app}/roles`, { role: { id, name: 'theirs' } });
    const { status } = await owner.api.post(`/applications/${other.id}/roles`, {
      role: { id, name: 'mine' },
    });
    expect(status).toBe(409);
    expect((await admin.get(`/applications/${app}/roles/${id}`)).body.role.name).toBe('theirs');
    expect((await owner.api.get(`/applications/${other.id}/roles/${id}`)).status).toBe(404);
  });

  it('Only administrators choose ids by which others know applications and organizations', async () => {
    const { api } = await newUser(service());
    for (const [path, kind, content] of [
      ['/applications', 'application', { name: 'x', redirect_uri: 'http://a/' }],
      ['/organizations', 'organization', { name: 'x' }],
    ] as const) {
      const { status, body } = await api.post(path, { [kind]: { ...content, id: randomUUID() } });
      expect([status, body]).toEqual([403, forbidden('User not authorized to perform action')]);
    }
  });
});
