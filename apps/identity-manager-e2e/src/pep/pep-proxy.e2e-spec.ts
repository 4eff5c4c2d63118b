import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { Admin, passwordTokens } from '../provision';

/** What the PEP proxy Wilma does, call by call. */
eachDatabase((service) => {
  it.each([undefined, 'jwt'])(
    'serves a PEP proxy from its start to a decision, token scope %s',
    async (scope) => {
      const { url } = service();
      const admin = await Admin.login(url);
      const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
      const role = await admin.createRole(application.id, { action: 'GET', resource: '/v2/entities' });
      await admin.giveRole(application.id, user.id, role);
      const { pep_proxy: proxy } = await admin.call('post', `/applications/${application.id}/pep_proxies`);
      const { access_token: token } = await passwordTokens(url, application, user, scope);

      const version = await requests(url).get('/version').expect(200);
      expect(version.body.keyrock).toMatchObject({
        version: expect.any(String),
        api: { version: 'v1', link: `${url}/v1` },
      });

      const login = await requests(url)
        .post('/v3/auth/tokens')
        .send({ name: proxy.id, password: proxy.password })
        .expect(201);
      expect(login.body.idm_authorization_config).toEqual({ level: 'basic', authzforce: false });
      const pepToken = String(login.headers['x-subject-token']);

      const ask = (query: object) =>
        requests(url)
          .get('/user')
          .query({ access_token: token, app_id: application.id, ...query })
          .set('X-Auth-Token', pepToken)
          .set('Accept', 'application/json');
      const { body } = await ask({}).expect(200);
      expect(body.app_id).toBe(application.id);
      expect(Array.isArray(body.trusted_apps)).toBe(true);
      expect(Array.isArray(body.organizations)).toBe(true);
      expect(
        (await ask({ action: 'GET', resource: '/v2/entities' }).expect(200)).body.authorization_decision,
      ).toBe('Permit');
      expect(
        (await ask({ action: 'POST', resource: '/v2/entities' }).expect(200)).body.authorization_decision,
      ).toBe('Deny');
      expect((await ask({ authzforce: 'true' }).expect(200)).body.app_azf_domain).toBe('');
      await ask({ authzforce: 'true', action: 'GET' }).expect(400);
      // An expired or foreign PEP token does not stop validation.
      await ask({}).set('X-Auth-Token', 'expired').expect(200);
    },
  );
});
