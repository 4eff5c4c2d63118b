import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { Admin, basic, passwordTokens } from '../provision';

/* docs/behaviour/identity-manager.md, "The token at /user" */

eachDatabase((service) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
  });
  const set = async (scope?: string) => {
    const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
    const { access_token: token } = await passwordTokens(service().url, application, user, scope);
    return { application, user, token };
  };
  const ask = (query: object) => requests(service().url).get('/user').query(query);

  it('answers the whole record', async () => {
    const { application, user, token } = await set();
    const response = await ask({ access_token: token }).expect(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.body).toEqual({
      organizations: [],
      displayName: user.username,
      roles: [],
      app_id: application.id,
      trusted_apps: [],
      isGravatarEnabled: false,
      isAvatarEnabled: false,
      id: user.id,
      authorization_decision: '',
      app_azf_domain: '',
      eidas_profile: {},
      attributes: {},
      shared_attributes: '',
      username: user.username,
      email: user.email,
      given_name: user.username,
      family_name: user.username,
      image: '',
      gravatar: '',
      extra: null,
      sub: user.id,
    });
  });

  it.each([undefined, 'jwt'])(
    'accepts a token of scope %s by query and by header, with and without app_id',
    async (scope) => {
      const { application, user, token } = await set(scope);
      for (const query of [{}, { app_id: application.id }]) {
        expect((await ask({ access_token: token, ...query }).expect(200)).body.id).toBe(user.id);
        expect((await ask(query).set('Authorization', `Bearer ${token}`).expect(200)).body.id).toBe(user.id);
      }
    },
  );

  it('takes the name of a JWT for no token, which everybody can read in it', async () => {
    const { application, user, token } = await set('jwt');
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    await ask({ access_token: jti }).expect(401);
    const form = (path: string) =>
      requests(service().url)
        .post(path)
        .set('Authorization', basic(application))
        .type('form')
        .send({ token: jti });
    expect((await form('/oauth2/introspect').expect(200)).body).toEqual({ active: false });
    await form('/oauth2/revoke').expect(200);
    expect((await ask({ access_token: token }).expect(200)).body.id).toBe(user.id);
    // Nor once the secret that signed it is another one.
    await admin.call('patch', `/applications/${application.id}`, { application: { token_types: ['jwt'] } });
    await ask({ access_token: token }).expect(401);
    await ask({ access_token: jti }).expect(401);
  });

  it('ends with the user', async () => {
    for (const scope of [undefined, 'jwt']) {
      const { user, token } = await set(scope);
      await ask({ access_token: token }).expect(200);
      await admin.call('delete', `/users/${user.id}`);
      await ask({ access_token: token }).expect(401);
    }
  });

  describe('decision', () => {
    const decide = async (permission: Record<string, unknown>, query: object) => {
      const { application, user, token } = await set();
      const role = await admin.createRole(application.id, permission);
      await admin.giveRole(application.id, user.id, role);
      const { body } = await ask({ access_token: token, app_id: application.id, ...query }).expect(200);
      return body;
    };
    const exact = { action: 'GET', resource: '/data' };

    it.each([
      ['the exact resource', exact, 'Permit'],
      ['another verb', { ...exact, action: 'POST' }, 'Deny'],
    ])('with %s', async (_name, query, decision) => {
      const body = await decide(exact, query);
      expect(body.authorization_decision).toBe(decision);
      expect(body.roles).toEqual([{ id: expect.any(String), name: expect.any(String) }]);
    });

    it('sees a role given and taken in the next request', async () => {
      const { application, user, token } = await set();
      const role = await admin.createRole(application.id, exact);
      const question = { access_token: token, ...exact };
      expect((await ask(question)).body.authorization_decision).toBe('Deny');
      await admin.giveRole(application.id, user.id, role);
      expect((await ask(question)).body.authorization_decision).toBe('Permit');
      await admin.call('delete', `/applications/${application.id}/users/${user.id}/roles/${role}`);
      expect((await ask(question)).body.authorization_decision).toBe('Deny');
    });

    it('counts roles through an organization for its owner', async () => {
      const { application, user, token } = await set();
      const { organization } = await admin.call('post', '/organizations', {
        organization: { name: 'org', description: 'an org' },
      });
      const roleId = await admin.createRole(application.id, exact);
      const base = `/applications/${application.id}/organizations/${organization.id}/roles/${roleId}/organization_roles`;
      await admin.call('put', `/organizations/${organization.id}/users/${user.id}/organization_roles/owner`);
      await admin.call('put', `${base}/member`);
      expect((await ask({ access_token: token, ...exact })).body).toMatchObject({
        organizations: [],
        authorization_decision: 'Deny',
      });
      await admin.call('put', `${base}/owner`);
      const { body } = await ask({ access_token: token, ...exact });
      expect(body.authorization_decision).toBe('Permit');
      expect(body.roles).toEqual([]);
      expect(body.organizations).toEqual([
        {
          id: organization.id,
          name: 'org',
          description: 'an org',
          website: null,
          roles: [{ id: roleId, name: expect.any(String) }],
        },
      ]);
    });

    it('is taken in the scope of an application that trusts the token’s', async () => {
      const { application, user, token } = await set();
      const trusting = await admin.createApplication();
      const role = await admin.createRole(trusting.id, exact);
      await admin.giveRole(trusting.id, user.id, role);
      const question = { access_token: token, app_id: trusting.id, ...exact };
      const refused = await ask(question).expect(401);
      expect(refused.body).toMatchObject({
        error: 'invalid_token',
        message: 'User not authorized in application',
      });
      expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
      await admin.call('put', `/applications/${trusting.id}/trusted_applications/${application.id}`);
      const { body } = await ask(question).expect(200);
      expect(body).toMatchObject({
        app_id: application.id,
        trusted_apps: [application.id],
        authorization_decision: 'Permit',
      });
    });
  });
});
