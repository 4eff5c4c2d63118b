import { requests } from '../requests';
import { adminEmail, adminPassword, eachDatabase } from '../each-database';
import {
  adminOf,
  ApiClient,
  badRequest,
  forbidden,
  isoDate,
  loginAnswer,
  newApplication,
  newUser,
  notFound,
  unauthorized,
  uuid,
} from './api-client';

const badLogin = unauthorized('Invalid email or password');

describe('API tokens', () => {
  eachDatabase((service) => {
    const pair = (
      auth: string | undefined,
      subject: string | undefined,
      method: 'get' | 'delete' = 'get',
    ) => {
      let request = requests(service().url)[method]('/v1/auth/tokens');
      if (auth !== undefined) request = request.set('X-Auth-token', auth);
      if (subject !== undefined) request = request.set('X-Subject-token', subject);
      return request;
    };
    const tokenOf = async (credentials: object) =>
      String((await loginAnswer(service().url, credentials)).headers['x-subject-token']);

    it('come for a password, with the configuration of the decision point', async () => {
      const answer = await loginAnswer(service().url, { name: adminEmail, password: adminPassword });
      expect(answer.status).toBe(201);
      expect(answer.headers['x-subject-token']).toEqual(uuid);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).toEqual({
        token: { methods: ['password'], expires_at: isoDate },
        idm_authorization_config: { level: 'basic', authzforce: false },
      });
    });

    it('come for a form as well', async () => {
      const answer = await requests(service().url)
        .post('/v1/auth/tokens')
        .type('form')
        .send({ grant_type: 'password', name: adminEmail, password: adminPassword });
      expect(answer.status).toBe(201);
    });

    it('come for another token, and for both when they belong together', async () => {
      const token = await tokenOf({ name: adminEmail, password: adminPassword });
      const byToken = await loginAnswer(service().url, { token });
      expect(byToken.body.token.methods).toEqual(['token']);
      const both = await loginAnswer(service().url, { name: adminEmail, password: adminPassword, token });
      expect(both.body.token.methods).toEqual(['password', 'token']);
      const other = await newUser(service());
      const mixed = await loginAnswer(service().url, { name: other.email, password: other.password, token });
      expect([mixed.status, mixed.body]).toEqual([401, unauthorized('Token not correspond to user')]);
    });

    it('are renewed by themselves for a day after the password, not for ever', async () => {
      const user = await newUser(service());
      const token = await tokenOf({ name: user.email, password: user.password });
      const renewAfter = async (ageMs: number) => {
        const at = Date.now() - ageMs;
        await service().database.query('UPDATE api_tokens SET password_at = ? WHERE user_id = ?', [
          at,
          user.id,
        ]);
        return loginAnswer(service().url, { token });
      };
      const dayMs = 86_400_000;
      const renewed = await renewAfter(dayMs - 600_000);
      expect(renewed.status).toBe(201);
      expect(Date.parse(renewed.body.token.expires_at)).toBeLessThanOrEqual(Date.now() + 600_000);
      const again = await loginAnswer(service().url, { token: renewed.headers['x-subject-token'] });
      expect(again.body.token.expires_at).toBe(renewed.body.token.expires_at);
      expect((await renewAfter(dayMs)).body).toEqual(unauthorized('Token has expired'));
    });

    it.each([['a wrong password', { name: adminEmail, password: 'no' }]])(
      'are refused for %s with one and the same 401',
      async (_case, body) => {
        const answer = await loginAnswer(service().url, body);
        expect([answer.status, answer.body]).toEqual([401, badLogin]);
      },
    );

    it('are refused to a disabled user', async () => {
      const user = await newUser(service());
      const admin = await adminOf(service());
      await admin.patch(`/users/${user.id}`, { user: { enabled: false } });
      const answer = await loginAnswer(service().url, { name: user.email, password: user.password });
      expect([answer.status, answer.body]).toEqual([401, badLogin]);
    });

    it('come for a PEP proxy on both prefixes; Wilma uses /v3', async () => {
      const owner = await newUser(service());
      const { id } = await newApplication(owner);
      const { pep_proxy: proxy } = (await owner.api.post(`/applications/${id}/pep_proxies`)).body;
      const credentials = { name: proxy.id, password: proxy.password };
      const answer = await requests(service().url).post('/v3/auth/tokens').send(credentials);
      expect(answer.status).toBe(201);
      const token = String(answer.headers['x-subject-token']);
      expect((await pair(token, token)).body).toEqual({
        access_token: token,
        expires: isoDate,
        valid: true,
        PepProxy: { id: proxy.id },
      });
      const wrong = await loginAnswer(service().url, { name: proxy.id, password: 'no' });
      expect([wrong.status, wrong.body]).toEqual([401, unauthorized('Invalid id or password')]);
      const admin = await tokenOf({ name: adminEmail, password: adminPassword });
      expect((await pair(token, admin, 'delete')).body).toEqual(
        forbidden('Subject and auth token are not owned by the same entity'),
      );
      expect((await pair(token, token, 'delete')).status).toBe(204);
    });

    it('show their owner', async () => {
      const token = await tokenOf({ name: adminEmail, password: adminPassword });
      const { status, body } = await pair(token, token);
      expect(status).toBe(200);
      expect(body).toEqual({
        access_token: token,
        expires: isoDate,
        valid: true,
        User: {
          id: 'admin',
          username: 'admin',
          email: adminEmail,
          date_password: isoDate,
          enabled: true,
          admin: true,
        },
      });
    });

    it('are shown and ended for their owner and for administrators, for nobody else', async () => {
      const [one, two] = await Promise.all([newUser(service()), newUser(service())]);
      const admin = await adminOf(service());
      expect((await pair(one.api.token, two.api.token)).body).toEqual(badLogin);
      expect((await pair(one.api.token, two.api.token, 'delete')).body).toEqual(
        forbidden('User must be admin or owner of the two tokens'),
      );
      expect((await pair(admin.token, two.api.token)).body.User.id).toBe(two.id);
      expect((await pair(admin.token, two.api.token, 'delete')).status).toBe(204);
      expect((await two.api.get('/applications')).body).toEqual(notFound('Token not found'));
    });

    it('say what is missing when they should end', async () => {
      const token = await tokenOf({ name: adminEmail, password: adminPassword });
      const noSubject = await pair(token, undefined, 'delete');
      expect([noSubject.status, noSubject.body]).toEqual([
        400,
        badRequest('Expecting to find X-Subject-token in requests'),
      ]);
      const noAuth = await pair(undefined, token, 'delete');
      expect(noAuth.body).toEqual(badRequest('Expecting to find X-Auth-token/Authorization in requests'));
      expect((await pair('nope', token, 'delete')).body).toEqual(notFound('Auth Token not found'));
      expect((await pair(token, 'nope', 'delete')).body).toEqual(notFound('Subject Token not found'));
      expect((await pair(undefined, token)).body).toEqual(badLogin);
      expect((await pair(token, 'nope')).body).toEqual(badLogin);
      expect((await pair(token, token, 'delete')).status).toBe(204);
      expect((await pair(token, token, 'delete')).body).toEqual(notFound('Auth Token not found'));
    });

    it('expire', async () => {
      const { id, api } = await newUser(service());
      await service().database.query('UPDATE api_tokens SET expires_at = 1 WHERE user_id = ?', [id]);
      const used = await api.get('/applications');
      expect([used.status, used.body]).toEqual([401, unauthorized('Token has expired')]);
      expect((await pair(api.token, api.token)).body).toEqual(unauthorized('Auth Token has expired'));
      expect((await pair(api.token, api.token, 'delete')).body).toEqual(
        unauthorized('Auth Token has expired'),
      );
      expect((await loginAnswer(service().url, { token: api.token })).body).toEqual(
        unauthorized('Token has expired'),
      );
    });

    it('are taken from X-Auth-Token or a Bearer header, whatever the case of the names', async () => {
      const { token } = await adminOf(service());
      const get = (headers: Record<string, string>) => requests(service().url).get('/v1').set(headers);
      expect((await get({ 'x-AUTH-token': String(token) })).status).toBe(200);
      expect((await get({ Authorization: `Bearer ${token}` })).status).toBe(200);
      expect((await get({ Authorization: `bearer ${token}` })).status).toBe(200);
      expect((await get({ Authorization: 'Basic YTpi', 'X-Auth-Token': String(token) })).status).toBe(200);
      const both = await get({ Authorization: `Bearer ${token}`, 'X-Auth-Token': 'unknown' });
      expect(both.status).toBe(200);
      const wrong = await get({ Authorization: 'Bearer unknown', 'X-Auth-Token': String(token) });
      expect(wrong.body).toEqual(notFound('Token not found'));
      expect((await get({ Authorization: 'Basic YTpi' })).body).toEqual(notFound('Token not found'));
      expect((await get({})).body).toEqual(
        badRequest('Expecting to find X-Auth-token/Authorization in requests'),
      );
    });

    it('end with a disabled user and with a deleted one', async () => {
      const admin = await adminOf(service());
      const [disabled, deleted] = await Promise.all([newUser(service()), newUser(service())]);
      await admin.patch(`/users/${disabled.id}`, { user: { enabled: false } });
      await admin.delete(`/users/${deleted.id}`);
      expect((await disabled.api.get('/applications')).status).toBe(401);
      expect((await deleted.api.get('/applications')).status).toBe(404);
    });

    it('of a PEP proxy open nothing but the calls for PEP proxies', async () => {
      const owner = await newUser(service());
      const { id } = await newApplication(owner);
      const { pep_proxy: proxy } = (await owner.api.post(`/applications/${id}/pep_proxies`)).body;
      const pep = await ApiClient.login(service().url, proxy.id, proxy.password);
      for (const path of ['', '/applications', `/applications/${id}`, '/users', '/organizations', '/nothing'])
        expect((await pep.get(path)).body).toEqual(forbidden());
    });
  });
});
