import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { Admin, basic, passwordTokens, type TestApplication } from '../provision';

/* docs/behaviour/identity-manager.md, "Revocation and introspection" */

eachDatabase((service) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
  });
  const introspect = (application: TestApplication, token: string) =>
    requests(service().url)
      .post('/oauth2/introspect')
      .set('Authorization', basic(application))
      .type('form')
      .send({ token });

  it('describes a live token to its own application', async () => {
    const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
    for (const scope of [undefined, 'jwt', 'permanent']) {
      const { access_token: token } = await passwordTokens(service().url, application, user, scope);
      const { body } = await introspect(application, token).expect(200);
      expect(body).toEqual({
        active: true,
        client_id: application.id,
        username: user.username,
        sub: user.id,
        token_type: scope === 'jwt' ? 'jwt' : 'bearer',
        ...(scope !== 'permanent' && { exp: expect.any(Number) }),
        iat: expect.any(Number),
        ...(scope && { scope }),
        iss: service().url,
        aud: application.id,
      });
    }
  });

  it('says inactive of unknown tokens and to strangers, and describes to applications that trust', async () => {
    const [application, stranger, user] = await Promise.all([
      admin.createApplication(),
      admin.createApplication(),
      admin.createUser(),
    ]);
    const { access_token: token } = await passwordTokens(service().url, application, user);
    expect((await introspect(application, 'unknown').expect(200)).body).toEqual({ active: false });
    expect((await introspect(stranger, token).expect(200)).body).toEqual({ active: false });
    await admin.call('put', `/applications/${stranger.id}/trusted_applications/${application.id}`);
    expect((await introspect(stranger, token).expect(200)).body).toMatchObject({ active: true });
  });

  it('answers a PEP proxy with its API token', async () => {
    const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
    const { access_token: token } = await passwordTokens(service().url, application, user);
    const { pep_proxy: proxy } = await admin.call('post', `/applications/${application.id}/pep_proxies`);
    const login = await requests(service().url)
      .post('/v3/auth/tokens')
      .send({ name: proxy.id, password: proxy.password })
      .expect(201);
    const { body } = await requests(service().url)
      .post('/oauth2/introspect')
      .set('X-Auth-Token', String(login.headers['x-subject-token']))
      .type('form')
      .send({ token })
      .expect(200);
    expect(body.active).toBe(true);
    await requests(service().url)
      .post('/oauth2/introspect')
      .set('X-Auth-Token', 'x')
      .type('form')
      .send({ token })
      .expect(401);
  });
});
