import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { basic } from '../provision';
import {
  adminOf,
  ApiClient,
  badRequest,
  conflict,
  forbidden,
  loginAnswer,
  newApplication,
  newUser,
  notFound,
  unauthorized,
  type ApiUser,
} from './api-client';

const named = (prefix: string): unknown => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-f-]{36}$`));

describe('PEP proxies, IoT agents, trust and service information', () => {
  eachDatabase((service) => {
    const setUp = async () => {
      const owner = await newUser(service());
      const application = await newApplication(owner);
      return { owner, api: owner.api, application, base: `/applications/${application.id}` };
    };
    const grant = (application: { id: string; secret: string }, form: Record<string, string>) =>
      requests(service().url)
        .post('/oauth2/token')
        .set('Authorization', basic(application))
        .type('form')
        .send(form);
    const userToken = async (application: { id: string; secret: string }, { email, password }: ApiUser) =>
      (await grant(application, { grant_type: 'password', username: email, password })).body.access_token;

    it('an application has at most one PEP proxy', async () => {
      const { api, base, application } = await setUp();
      const path = `${base}/pep_proxies`;
      for (const method of ['get', 'patch', 'delete'] as const)
        expect((await api.call(method, path)).body).toEqual(notFound('Pep Proxy not found'));
      const created = await api.post(path);
      expect([created.status, created.body]).toEqual([
        201,
        { pep_proxy: { id: named('pep_proxy'), password: named('pep_proxy') } },
      ]);
      const { id, password } = created.body.pep_proxy;
      const second = await api.post(path);
      expect([second.status, second.body]).toEqual([409, conflict('Pep Proxy already registered')]);
      expect((await api.get(path)).body).toEqual({ pep_proxy: { id, oauth_client_id: application.id } });
      const pep = await ApiClient.login(service().url, id, password);
      const reset = await api.patch(path);
      expect([reset.status, reset.body]).toEqual([200, { new_password: named('pep_proxy') }]);
      expect((await pep.get('/')).body).toEqual(notFound('Token not found'));
      expect((await loginAnswer(service().url, { name: id, password })).status).toBe(401);
      expect((await loginAnswer(service().url, { name: id, password: reset.body.new_password })).status).toBe(
        201,
      );
      expect((await api.delete(path)).status).toBe(204);
      expect((await loginAnswer(service().url, { name: id, password: reset.body.new_password })).status).toBe(
        401,
      );
    });

    it('of two PEP proxies created at once one is', async () => {
      const { api, base } = await setUp();
      const answers = await Promise.all([1, 2, 3].map(() => api.post(`${base}/pep_proxies`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    });

    it('an application has any number of IoT agents', async () => {
      const { api, base, application } = await setUp();
      const path = `${base}/iot_agents`;
      expect((await api.get(path)).body).toEqual(notFound('Iot agents not found'));
      const created = await api.post(path);
      expect([created.status, created.body]).toEqual([
        201,
        { iot_agent: { id: named('iot_sensor'), password: named('iot_sensor') } },
      ]);
      const { id, password } = created.body.iot_agent;
      const other = (await api.post(path)).body.iot_agent;
      const listed = (await api.get(path)).body.iot_agents;
      expect(listed).toHaveLength(2);
      expect(listed).toEqual(expect.arrayContaining([{ id }, { id: other.id }]));
      expect((await api.get(`${path}/${id}`)).body).toEqual({
        iot_agent: { id, oauth_client_id: application.id },
      });
      expect((await api.get(`${path}/nope`)).body).toEqual(notFound('Iot Agent not found'));
      const credentials = { grant_type: 'password', username: id, password };
      const { access_token: token } = (await grant(application, credentials)).body;
      for (const username of [`${id}\0`, `${id} `])
        expect((await grant(application, { ...credentials, username })).status).toBe(400);
      const check = () => requests(service().url).get('/user').query({ access_token: token });
      expect((await check()).status).toBe(200);
      const reset = await api.patch(`${path}/${id}`);
      expect([reset.status, reset.body]).toEqual([200, { new_password: named('iot_sensor') }]);
      expect((await check()).status).toBe(401);
      expect((await grant(application, credentials)).status).toBe(400);
      expect((await grant(application, { ...credentials, password: reset.body.new_password })).status).toBe(
        200,
      );
      expect((await api.delete(`${path}/${id}`)).status).toBe(204);
      expect((await grant(application, { ...credentials, password: reset.body.new_password })).status).toBe(
        400,
      );
    });

    it('an application trusts others, one way', async () => {
      const { owner, api, base, application } = await setUp();
      const other = await newApplication(owner);
      const path = `${base}/trusted_applications`;
      expect((await api.get(path)).body).toEqual(notFound('Trusted applications nof found'));
      expect((await api.put(`${path}/nope`)).body).toEqual(
        notFound('Application to be add as trusted not found'),
      );
      expect((await api.put(`${path}/idm_admin_app`)).body).toEqual(forbidden('Not allowed'));
      expect((await api.put(`${path}/${application.id}`)).status).toBe(400);
      const user = await newUser(service());
      const token = await userToken(other, user);
      const check = async () =>
        (await requests(service().url).get('/user').query({ access_token: token, app_id: application.id }))
          .status;
      expect(await check()).toBe(401);
      const added = await api.put(`${path}/${other.id}`);
      expect([added.status, added.body]).toEqual([
        201,
        { oauth_client_id: application.id, trusted_oauth_client_id: other.id },
      ]);
      expect(await check()).toBe(200);
      const again = await api.put(`${path}/${other.id}`);
      expect([again.status, again.body]).toEqual([400, badRequest('Trusted application already added')]);
      expect((await api.post(`${path}/${other.id}`)).status).toBe(400);
      expect((await api.get(path)).body).toEqual({ trusted_applications: [other.id] });
      expect((await api.delete(`${path}/${other.id}`)).status).toBe(204);
      expect(await check()).toBe(401);
      const gone = await api.delete(`${path}/${other.id}`);
      expect([gone.status, gone.body]).toEqual([
        400,
        badRequest('Application has not that trusted application added'),
      ]);
    });

    it('an old PEP proxy reads an access token', async () => {
      const { owner, api, base, application } = await setUp();
      const { id, password } = (await api.post(`${base}/pep_proxies`)).body.pep_proxy;
      const pep = await ApiClient.login(service().url, id, password);
      const role = (await api.post(`${base}/roles`, { role: { name: 'reader' } })).body.role.id;
      const user = await newUser(service());
      const token = await userToken(application, user);
      const path = `/access-tokens/${token}`;
      const none = await pep.get(path);
      expect([none.status, none.body]).toEqual([401, unauthorized('User is not authorized')]);
      await api.put(`${base}/users/${user.id}/roles/${role}`);
      const { status, body } = await pep.get(path);
      expect([status, body]).toEqual([
        200,
        {
          organizations: [],
          displayName: user.username,
          roles: [{ id: role, name: 'reader' }],
          app_id: application.id,
          isGravatarEnabled: false,
          email: user.email,
          id: user.id,
          app_azf_domain: '',
        },
      ]);
      const ofOwner = (await pep.get(`/access-tokens/${await userToken(application, owner)}`)).body;
      expect(ofOwner).toMatchObject({ id: owner.id, roles: [] });
      const unknown = await pep.get('/access-tokens/nope');
      expect([unknown.status, unknown.body]).toEqual([404, notFound('Oauth token not found')]);
      expect((await (await adminOf(service())).get(path)).status).toBe(200);
      expect((await user.api.get(path)).body).toEqual(forbidden());
      const foreign = await newApplication(owner);
      expect((await pep.get(`/access-tokens/${await userToken(foreign, user)}`)).body).toEqual(
        unauthorized('User is not authorized'),
      );
      const { access_token: own } = (await grant(application, { grant_type: 'client_credentials' })).body;
      expect((await pep.get(`/access-tokens/${own}`)).body).toMatchObject({
        app_id: application.id,
        id: '',
        roles: [],
      });
      await service().database.query('UPDATE access_tokens SET expires_at = 1 WHERE user_id = ?', [user.id]);
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect((await pep.get(path)).body).toEqual(unauthorized('Oauth token has expired'));
    });

    it('administrators see the numbers of the installation', async () => {
      const admin = await adminOf(service());
      const numbers = async () => (await admin.get('/service_providers/configs')).body;
      const before = (await numbers()).information;
      await setUp();
      expect(await numbers()).toEqual({
        information: {
          total_users: before.total_users + 1,
          total_organizations: before.total_organizations,
          total_applications: before.total_applications + 1,
        },
      });
    });

    it('the index names the parts', async () => {
      const { api } = await newUser(service());
      for (const path of ['/v1', '/v3'])
        expect((await api.get(path)).body).toEqual({
          auth_url: '/v1/auth',
          access_tokens_url: '/v1/access-tokens',
          applications_url: '/v1/applications',
          organizations_url: '/v1/organizations',
          service_providers_url: '/v1/service_providers',
          users_url: '/v1/users',
        });
    });
  });
});
