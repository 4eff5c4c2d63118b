import { eventually } from '@smart-city/testing';
import { eachDatabase } from '../each-database';
import {
  adminOf,
  badRequest,
  conflict,
  forbidden,
  isoDate,
  loginAnswer,
  newUser,
  notFound,
  unauthorized,
  unique,
  uuid,
} from './api-client';

const notAuthorized = forbidden('User not authorized to perform action');

describe('Users', () => {
  eachDatabase((service) => {
    const user = (more: Record<string, unknown> = {}) => {
      const username = `user-${unique()}`;
      return { username, email: `${username}@test.com`, password: 'test', ...more };
    };

    it('are created by an administrator, enabled at once, without salt or password', async () => {
      const admin = await adminOf(service());
      const sent = user();
      const { status, body } = await admin.post('/users', { user: sent });
      expect(status).toBe(201);
      expect(body).toEqual({
        user: {
          id: uuid,
          image: 'default',
          gravatar: false,
          enabled: true,
          admin: false,
          starters_tour_ended: false,
          eidas_id: null,
          username: sent.username,
          email: sent.email,
          date_password: isoDate,
        },
      });
      expect((await loginAnswer(service().url, { name: sent.email, password: 'test' })).status).toBe(201);
    });

    it('made by an administrator keep the id that was sent, and are no administrators whatever was sent', async () => {
      const admin = await adminOf(service());
      const id = `id-${Date.now()}`;
      const { status, body } = await admin.post('/users', { user: user({ id, admin: true }) });
      expect([status, body.user]).toMatchObject([201, { id, admin: false }]);
      expect((await admin.get(`/users/${id}`)).body.user).toMatchObject({ admin: false });
      expect((await admin.post('/users', { user: user({ id }) })).status).toBe(409);
      for (const bad of ['a/b', '', 'x'.repeat(37), 5])
        expect([bad, (await admin.post('/users', { user: user({ id: bad }) })).status]).toEqual([bad, 400]);
    });

    it('show all their members', async () => {
      const admin = await adminOf(service());
      const sent = user({
        description: 'a\nb',
        website: 'http://x',
        gravatar: true,
        extra: { colour: 'red', tfa: 1 },
      });
      const { id } = (await admin.post('/users', { user: sent })).body.user;
      const { body } = await admin.get(`/users/${id}`);
      expect(body).toEqual({
        user: {
          id,
          username: sent.username,
          email: sent.email,
          enabled: true,
          admin: false,
          image: 'default',
          gravatar: true,
          date_password: isoDate,
          description: 'a\nb',
          website: 'http://x',
          extra: { colour: 'red' },
        },
      });
    });

    it.each([['no wrapper', {}, 'Missing parameter user in body request']])(
      'are not created with %s',
      async (_case, body, message) => {
        const answer = await (await adminOf(service())).post('/users', body);
        expect([answer.status, answer.body]).toEqual([400, badRequest(message)]);
      },
    );

    it('have unique addresses, whatever their letter case', async () => {
      const admin = await adminOf(service());
      const { email } = await newUser(service());
      const answer = await admin.post('/users', { user: user({ email: email.toUpperCase() }) });
      expect([answer.status, answer.body]).toEqual([409, conflict('Email already used')]);
      const other = await newUser(service());
      expect(
        (await (await adminOf(service())).patch(`/users/${other.id}`, { user: { email } })).body,
      ).toEqual(conflict('Email already used'));
    });

    it('cannot bring a salt, nor be made disabled', async () => {
      const admin = await adminOf(service());
      const { body } = await admin.post('/users', {
        user: user({ salt: 'x', enabled: false }),
      });
      expect(body.user).toMatchObject({ id: uuid, admin: false, enabled: true });
    });

    it('are listed for administrators, in pages when asked', async () => {
      const admin = await adminOf(service());
      await newUser(service());
      await newUser(service());
      const { body } = await admin.get('/users');
      expect(Object.keys(body.users[0]!)).toEqual([
        'id',
        'username',
        'email',
        'enabled',
        'gravatar',
        'date_password',
        'description',
        'website',
      ]);
      const page = await admin.get('/users?limit=1&offset=1');
      expect(page.body.users).toEqual([body.users[1]]);
      expect((await admin.get('/users?offset=1')).body.users[0]).toEqual(body.users[1]);
      const beyond = await admin.get('/users?offset=100000');
      expect([beyond.status, beyond.body]).toEqual([404, notFound('Users not found')]);
      expect((await admin.get('/users?limit=-1')).status).toBe(400);
      expect((await admin.get('/users?limit=1&limit=2')).status).toBe(400);
    });

    it('change what they say of themselves; the answer names what changed', async () => {
      const { id, api } = await newUser(service());
      const changed = await api.patch(`/users/${id}`, {
        user: { gravatar: true, description: 'desc', username: 'new' },
      });
      expect([changed.status, changed.body]).toEqual([
        200,
        { values_updated: { username: 'new', gravatar: true, description: 'desc' } },
      ]);
      const same = await api.patch(`/users/${id}`, { user: { gravatar: true, username: 'new' } });
      expect(same.body).toEqual({
        message: "Request don't change the user parameters",
        code: 200,
        title: 'OK',
      });
      const off = await api.patch(`/users/${id}`, { user: { gravatar: false, description: null } });
      expect(off.body).toEqual({ values_updated: { gravatar: false, description: null } });
    });

    it('take no extra that is nested deeply', async () => {
      const { id, api } = await newUser(service());
      for (const depth of [51, 15_000]) {
        const body = `{"user":{"extra":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}}`;
        const answer = await fetch(`${service().url}/v1/users/${id}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', 'x-auth-token': api.token ?? '' },
          body,
        });
        expect([answer.status, await answer.json()]).toEqual([
          400,
          badRequest('extra attribute is nested too deeply'),
        ]);
      }
    });

    it('keep what is sent empty, and take extra as JSON text', async () => {
      const { id, api } = await newUser(service(), { description: 'desc', website: 'http://x' });
      const path = `/users/${id}`;
      const same = await api.patch(path, { user: { description: '', website: '', extra: '' } });
      expect(same.body.message).toBe("Request don't change the user parameters");
      // As `ngsi users update --extra` sends it.
      const extra = await api.patch(path, { user: { extra: '{"colour":"red"}' } });
      expect(extra.body).toEqual({ values_updated: { extra: { colour: 'red' } } });
      expect((await api.patch(path, { user: { extra: 'red' } })).body).toEqual(
        badRequest('extra attribute must be an object'),
      );
      const cleared = { description: null, website: null, extra: null };
      expect((await api.patch(path, { user: cleared })).body).toEqual({ values_updated: cleared });
    });

    it('change their password, which ends their tokens and stays out of the answer', async () => {
      const { id, api, email } = await newUser(service());
      const { status, body } = await api.patch(`/users/${id}`, {
        user: { password: 'new_password', username: 'renamed' },
      });
      expect([status, body]).toEqual([200, { values_updated: { username: 'renamed' } }]);
      expect((await api.get(`/users/${id}`)).body).toEqual(unauthorized('Token has expired'));
      expect((await loginAnswer(service().url, { name: email, password: 'passw0rd' })).status).toBe(401);
      expect((await loginAnswer(service().url, { name: email, password: 'new_password' })).status).toBe(201);
    });

    it('do not raise themselves; an administrator does', async () => {
      const someone = await newUser(service());
      const path = `/users/${someone.id}`;
      expect((await someone.api.patch(path, { user: { admin: true } })).body).toEqual(notAuthorized);
      const admin = await adminOf(service());
      expect((await admin.patch(path, { user: { admin: true } })).body).toEqual({
        values_updated: { admin: true },
      });
      expect((await someone.api.get('/users')).status).toBe(200);
      await admin.patch(path, { user: { description: 'x' } });
      expect((await admin.patch(path, { user: { enabled: false } })).body).toEqual({
        values_updated: { enabled: false },
      });
      // Other changes do not enable the user again, as they would in Keyrock.
      await admin.patch(path, { user: { description: 'y' } });
      expect((await admin.get(path)).body.user.enabled).toBe(false);
    });

    it('go for good', async () => {
      const { id, api } = await newUser(service());
      const admin = await adminOf(service());
      const { status, body } = await api.delete(`/users/${id}`);
      expect([status, body]).toEqual([204, {}]);
      expect((await admin.get(`/users/${id}`)).body).toEqual(notFound('User not found'));
    });

    it('leave a trace in the audit log, without secrets', async () => {
      const { id, api } = await newUser(service());
      await api.patch(`/users/${id}`, { user: { password: 'very-secret-1' } });
      const sql = 'SELECT event, actor_id, details FROM audit_log WHERE subject = ?';
      const rows = await eventually(async () => {
        const written = await service().database.query(sql, [id]);
        return written.length >= 2 && written;
      });
      expect(rows).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ event: 'user.create', actor_id: 'admin' }),
          expect.objectContaining({ event: 'user.update', actor_id: id }),
        ]),
      );
      expect(JSON.stringify(rows)).not.toContain('very-secret-1');
    });
  });
});
