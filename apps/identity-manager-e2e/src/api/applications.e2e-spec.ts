import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { basic } from '../provision';
import { badRequest, forbidden, newApplication, newUser, notFound, unique, uuid } from './api-client';

const everything = {
  description: 'first app',
  redirect_uri: 'http://127.0.0.1:9871/callback',
  redirect_sign_out_uri: 'http://127.0.0.1:9871/',
  url: 'http://127.0.0.1:9871',
  grant_type: ['authorization_code', 'implicit', 'password', 'client_credentials', 'refresh_token'],
  token_types: ['jwt', 'permanent'],
};

const hex64 = expect.stringMatching(/^[0-9a-f]{64}$/);

const urls = (id: string) => ({
  permissions_url: `/v1/applications/${id}/permissions`,
  roles_url: `/v1/applications/${id}/roles`,
  users_url: `/v1/applications/${id}/users`,
  pep_proxies_url: `/v1/applications/${id}/pep_proxies`,
  iot_agents_url: `/v1/applications/${id}/iot_agents`,
  trusted_applications_url: `/v1/applications/${id}/trusted_applications`,
});

describe('Applications', () => {
  eachDatabase((service) => {
    it('are created with lists as comma-joined texts in fixed order', async () => {
      const { api } = await newUser(service());
      const { status, body } = await api.post('/applications', {
        application: { name: 'app1', ...everything },
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        application: {
          id: uuid,
          secret: uuid,
          image: 'default',
          jwt_secret: hex64,
          name: 'app1',
          description: 'first app',
          redirect_uri: 'http://127.0.0.1:9871/callback',
          redirect_sign_out_uri: 'http://127.0.0.1:9871/',
          url: 'http://127.0.0.1:9871',
          grant_type: 'client_credentials,password,authorization_code,implicit,refresh_token',
          token_types: 'jwt,permanent,bearer',
          default_token_kind: 'bearer',
          response_type: 'code,token',
          scope: null,
        },
      });
    });

    it('get every grant when they name none', async () => {
      const { api } = await newUser(service());
      const application = {
        name: 'app2',
        description: 'second',
        redirect_uri: 'http://x/two',
        url: 'http://x',
      };
      const { body } = await api.post('/applications', { application });
      expect(body.application).toEqual({
        id: uuid,
        secret: uuid,
        image: 'default',
        ...application,
        token_types: 'bearer',
        default_token_kind: 'bearer',
        jwt_secret: null,
        grant_type: 'client_credentials,password,implicit,authorization_code,hybrid,refresh_token',
        response_type: 'code,token,none',
        scope: null,
      });
    });

    it('with OpenID Connect get the code flow and an id token', async () => {
      const user = await newUser(service());
      const { id } = await newApplication(user, { grant_type: ['password'], scope: ['openid', 'extra'] });
      const { application } = (await user.api.get(`/applications/${id}`)).body;
      expect(application).toMatchObject({
        grant_type: 'password,authorization_code',
        response_type: 'code,id_token',
        scope: 'openid,extra',
        jwt_secret: hex64,
      });
      const later = await newApplication(user, { grant_type: ['password'] });
      const { body } = await user.api.patch(`/applications/${later.id}`, {
        application: { scope: 'openid' },
      });
      expect(body.values_updated).toEqual({
        grant_type: 'password,authorization_code',
        response_type: 'code,id_token',
        scope: 'openid',
        jwt_secret: hex64,
      });
    });

    it('show everything to their provider', async () => {
      const user = await newUser(service());
      const { id, secret, jwt_secret, name } = await newApplication(user, everything);
      const { status, body } = await user.api.get(`/applications/${id}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        application: {
          id,
          name,
          description: 'first app',
          secret,
          url: everything.url,
          redirect_uri: everything.redirect_uri,
          redirect_sign_out_uri: everything.redirect_sign_out_uri,
          image: 'default',
          grant_type: 'client_credentials,password,authorization_code,implicit,refresh_token',
          response_type: 'code,token',
          token_types: 'jwt,permanent,bearer',
          default_token_kind: 'bearer',
          jwt_secret,
          client_type: null,
          scope: null,
          extra: null,
          urls: urls(id),
        },
      });
    });

    it('show no secrets to a purchaser', async () => {
      const [owner, purchaser] = [await newUser(service()), await newUser(service())];
      const { id } = await newApplication(owner, everything);
      await owner.api.put(`/applications/${id}/users/${purchaser.id}/roles/purchaser`);
      const { application } = (await purchaser.api.get(`/applications/${id}`)).body;
      expect(application).toMatchObject({ id, secret: null, jwt_secret: null });
      expect((await purchaser.api.get('/applications')).body.applications).toMatchObject([
        { id, jwt_secret: null },
      ]);
    });

    it('are listed for those who have a role in them, an organization counting too', async () => {
      const [owner, member, stranger] = [
        await newUser(service()),
        await newUser(service()),
        await newUser(service()),
      ];
      const { id, name } = await newApplication(owner, everything);
      const second = await newApplication(owner);
      const { organization } = (await owner.api.post('/organizations', { organization: { name: 'o' } })).body;
      await owner.api.put(`/organizations/${organization.id}/users/${member.id}/organization_roles/member`);
      await owner.api.put(
        `/applications/${id}/organizations/${organization.id}/roles/provider/organization_roles/owner`,
      );
      const listed = (await member.api.get('/applications')).body;
      expect(listed.applications).toEqual([
        {
          id,
          name,
          description: 'first app',
          image: 'default',
          url: everything.url,
          redirect_uri: everything.redirect_uri,
          redirect_sign_out_uri: everything.redirect_sign_out_uri,
          grant_type: 'client_credentials,password,authorization_code,implicit,refresh_token',
          response_type: 'code,token',
          token_types: 'jwt,permanent,bearer',
          default_token_kind: 'bearer',
          jwt_secret: null,
          client_type: null,
          urls: urls(id),
        },
      ]);
      // The role is for owners only: a member sees the application in the list, but nothing more.
      expect((await member.api.get(`/applications/${id}`)).status).toBe(403);
      const own = (await owner.api.get('/applications')).body.applications;
      expect(own).toMatchObject([{ id, jwt_secret: hex64 }, { id: second.id }]);
      expect((await owner.api.get('/applications?limit=1&offset=1')).body.applications).toEqual([own[1]]);
      const none = await stranger.api.get('/applications');
      expect([none.status, none.body]).toEqual([200, { applications: [] }]);
    });

    it.each([
      [{ application: 1 }, 'Missing parameter application in body request'],
      [{ application: { name: 'x' } }, 'Missing parameter redirect_uri in body request'],
    ])('are not created by %j', async (body, message) => {
      const answer = await (await newUser(service())).api.post('/applications', body);
      expect([answer.status, answer.body]).toEqual([400, badRequest(message)]);
    });

    it('change; the answer names what changed', async () => {
      const user = await newUser(service());
      const { id, jwt_secret: before } = await newApplication(user, everything);
      const path = `/applications/${id}`;
      const changed = await user.api.patch(path, {
        application: {
          name: 'new name',
          description: 'new description',
          redirect_uri: 'new redirect uri',
          token_types: ['permanent'],
          grant_type: ['authorization_code', 'password'],
        },
      });
      expect([changed.status, changed.body]).toEqual([
        200,
        {
          values_updated: {
            name: 'new name',
            description: 'new description',
            redirect_uri: 'new redirect uri',
            grant_type: 'password,authorization_code',
            response_type: 'code',
            token_types: 'permanent,bearer',
            jwt_secret: null,
          },
        },
      ]);
      const same = await user.api.patch(path, { application: { name: 'new name' } });
      expect(same.body).toEqual({
        message: "Request don't change the application parameters",
        code: 200,
        title: 'OK',
      });
      const jwt = await user.api.patch(path, {
        application: { token_types: ['jwt'], default_token_kind: 'jwt' },
      });
      expect(jwt.body.values_updated).toEqual({
        token_types: 'jwt,bearer',
        default_token_kind: 'jwt',
        jwt_secret: hex64,
      });
      expect(jwt.body.values_updated.jwt_secret).not.toBe(before);
      const again = await user.api.patch(path, { application: { token_types: ['jwt'] } });
      expect(Object.keys(again.body.values_updated)).toEqual(['jwt_secret']);
      const none = await user.api.patch(path, { application: { token_types: [] } });
      expect(none.body.values_updated).toEqual({
        token_types: 'bearer',
        default_token_kind: 'bearer',
        jwt_secret: null,
      });
    });

    it('keep what a client sends empty because it does not want to change it; null clears', async () => {
      const user = await newUser(service());
      const { id } = await newApplication(user, { ...everything, scope: ['extra'] });
      const path = `/applications/${id}`;
      // As `ngsi applications update --name` sends it.
      const empty = { description: '', url: '', redirect_sign_out_uri: '', client_type: '', scope: '' };
      const renamed = await user.api.patch(path, { application: { name: 'renamed', ...empty } });
      expect(renamed.body).toEqual({ values_updated: { name: 'renamed' } });
      const cleared = { description: null, url: null, redirect_sign_out_uri: null, scope: null };
      expect((await user.api.patch(path, { application: cleared })).body).toEqual({
        values_updated: cleared,
      });
    });

    it('take their new secret and their new grants at once', async () => {
      const user = await newUser(service());
      const { id, secret } = await newApplication(user, everything);
      const token = (with_: string) =>
        requests(service().url)
          .post('/oauth2/token')
          .set('Authorization', basic({ id, secret: with_ }))
          .type('form')
          .send('grant_type=client_credentials');
      expect((await token(secret)).status).toBe(200);
      const rotated = await user.api.post(`/applications/${id}/secret`);
      expect([rotated.status, rotated.body]).toEqual([201, { new_secret: uuid }]);
      expect((await token(secret)).status).toBe(401);
      expect((await token(rotated.body.new_secret)).status).toBe(200);
      await user.api.patch(`/applications/${id}`, { application: { grant_type: ['password'] } });
      expect((await token(rotated.body.new_secret)).body.error).toBe('unauthorized_client');
    });

    it('go with their tokens', async () => {
      const user = await newUser(service());
      const { id, secret } = await newApplication(user, everything);
      const { access_token: token } = (
        await requests(service().url)
          .post('/oauth2/token')
          .set('Authorization', basic({ id, secret }))
          .type('form')
          .send({ grant_type: 'password', username: user.email, password: user.password })
      ).body;
      const asked = () => requests(service().url).get('/user').query({ access_token: token });
      expect((await asked()).status).toBe(200);
      expect((await user.api.delete(`/applications/${id}`)).status).toBe(204);
      expect((await asked()).status).toBe(401);
      const gone = await user.api.get(`/applications/${id}`);
      expect([gone.status, gone.body]).toEqual([404, notFound('Application not found')]);
    });

    it('never include the internal one, however its id is written', async () => {
      const user = await newUser(service());
      for (const method of ['get', 'patch', 'delete'] as const) {
        const answer = await user.api.call(method, '/applications/idm_admin_app', {
          application: { name: 'x' },
        });
        expect([answer.status, answer.body]).toEqual([403, forbidden('Not allowed')]);
      }
      for (const id of ['idm_admin_app%20', 'IDM_ADMIN_APP', 'nope', '%00', 'x'.repeat(300), unique()])
        expect((await user.api.get(`/applications/${id}`)).body).toEqual(notFound('Application not found'));
    });
  });
});
