import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { Admin, basic, passwordTokens, requestToken } from '../provision';

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

  it.each([undefined, 'jwt', 'permanent', 'jwt,permanent'])(
    'accepts a token of scope %s by query and by header, with and without app_id',
    async (scope) => {
      const { application, user, token } = await set(scope);
      for (const query of [{}, { app_id: application.id }]) {
        expect((await ask({ access_token: token, ...query }).expect(200)).body.id).toBe(user.id);
        expect((await ask(query).set('Authorization', `Bearer ${token}`).expect(200)).body.id).toBe(user.id);
      }
    },
  );

  it('answers POST as OpenID Connect asks for it: the token in the header or in the form', async () => {
    const { application, user, token } = await set();
    const post = () => requests(service().url).post('/user');
    const byGet = (await ask({ access_token: token }).expect(200)).body;
    const byHeader = await post().set('Authorization', `Bearer ${token}`).expect(200);
    expect([byHeader.headers['cache-control'], byHeader.body]).toEqual(['private, no-store', byGet]);
    expect((await post().type('form').send({ access_token: token }).expect(200)).body).toEqual(byGet);
    const decided = post().query({ app_id: application.id }).type('form');
    const { body } = await decided.send({ access_token: token, action: 'GET', resource: '/x' }).expect(200);
    expect([body.id, body.authorization_decision]).toEqual([user.id, 'Deny']);
    const twice = post().query({ access_token: token }).type('form').send({ access_token: token });
    expect((await twice.expect(400)).body.error).toBe('invalid_request');
    expect((await post().type('form').send({ access_token: 'nonsense' }).expect(401)).body.error).toBe(
      'invalid_token',
    );
    await post().send({ access_token: token }).expect(401);
    const other = await requests(service().url).put('/user').expect(405);
    expect(other.headers['allow']).toBe('GET, HEAD, POST');
    expect((await requests(service().url).options('/user').expect(200)).headers['allow']).toBe(
      'GET, HEAD, POST',
    );
  });

  it('answers HEAD like GET without body', async () => {
    const { token } = await set();
    const response = await requests(service().url).head('/user').query({ access_token: token }).expect(200);
    expect(Number(response.headers['content-length'])).toBeGreaterThan(100);
  });

  describe('several tokens', () => {
    it('accepts equal ones, and other credentials next to the query', async () => {
      const { application, token } = await set();
      await ask({ access_token: token }).set('Authorization', `Bearer ${token}`).expect(200);
      await ask({ access_token: token }).set('Authorization', basic(application)).expect(200);
    });

    it('refuses two different ones, and a repeated one', async () => {
      const { token } = await set();
      const { body } = await ask({ access_token: token }).set('Authorization', 'Bearer other').expect(400);
      expect(body).toMatchObject({
        error: 'invalid_request',
        message: 'Invalid request: only one authentication method is allowed',
        code: 400,
        title: 'Bad Request',
      });
      await requests(service().url).get(`/user?access_token=${token}&access_token=${token}`).expect(400);
      await requests(service().url).get(`/user?access_token[a]=${token}`).expect(401);
    });
  });

  it('names the reason of every refusal, with a challenge', async () => {
    const { application, user, token } = await set();
    const refresh = (await passwordTokens(service().url, application, user)).refresh_token ?? '';
    const refusals: [object, string][] = [
      [{}, 'Unauthorized request: no authentication given'],
      [{ access_token: '' }, 'Unauthorized request: no authentication given'],
      [{ access_token: 'deadbeef' }, 'Invalid token: access token is invalid'],
      [{ access_token: refresh }, 'Invalid token: access token is invalid'],
      [{ access_token: 'a.b.c' }, 'Invalid token: access token is invalid'],
      [{ access_token: token, app_id: 'unknown' }, 'Unauthorized'],
    ];
    for (const [query, message] of refusals) {
      const { body, headers } = await ask(query).expect(401);
      expect(body).toMatchObject({ message, code: 401, title: 'Unauthorized' });
      expect(headers['www-authenticate']).toMatch(/^Bearer realm=/);
    }
    for (const header of [basic(application), 'Bearer', 'nonsense'])
      expect((await ask({}).set('Authorization', header).expect(400)).body.message).toBe(
        'Invalid request: malformed authorization header',
      );
  });

  it('refuses an expired token', async () => {
    for (const scope of [undefined, 'jwt']) {
      const { user, token } = await set(scope);
      await service().database.query('UPDATE access_tokens SET expires_at = 1 WHERE user_id = ?', [user.id]);
      const { body } = await ask({ access_token: token }).expect(401);
      expect(body.message).toBe('Invalid token: access token has expired');
    }
  });

  it('refuses a JWT with a changed payload, and one that the application signed by itself', async () => {
    const { application, token } = await set('jwt');
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, id: 'admin' })).toString('base64url');
    await ask({ access_token: `${header}.${changed}.${signature}` }).expect(401);
    const { default: jsonwebtoken } = await import('jsonwebtoken');
    const own = jsonwebtoken.sign({ ...claims, jti: 'mine' }, application.jwtSecret ?? '');
    await ask({ access_token: own }).expect(401);
    await ask({
      access_token: jsonwebtoken.sign({ app_id: application.id }, application.jwtSecret ?? ''),
    }).expect(401);
  });

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

  it('takes long requests', async () => {
    const { token } = await set();
    await ask({ access_token: token, action: 'GET', resource: `/${'x'.repeat(2047)}` }).expect(200);
  });

  it('refuses a resource that is too long to be matched', async () => {
    const { token } = await set();
    const question = { access_token: token, action: 'GET', resource: `/${'x'.repeat(2048)}` };
    const { body } = await ask(question).expect(414);
    expect(body).toMatchObject({
      error: 'invalid_request',
      message: 'resource has more than 2048 characters',
    });
    await requests(service().url).post('/user').type('form').send(question).expect(400);
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
    const pattern = { action: 'GET', resource: '^/v2/rooms/[0-9]+$', is_regex: true };
    const restricted = {
      ...exact,
      use_authorization_service_header: true,
      authorization_service_header: 'smartcity',
    };

    it.each([
      ['the exact resource', exact, { action: 'GET', resource: '/data' }, 'Permit'],
      ['the verb in small letters', exact, { action: 'get', resource: '/data' }, 'Permit'],
      ['another verb', exact, { action: 'POST', resource: '/data' }, 'Deny'],
      ['a trailing slash', exact, { action: 'GET', resource: '/data/' }, 'Deny'],
      ['another letter case', exact, { action: 'GET', resource: '/DATA' }, 'Deny'],
      ['a query string', exact, { action: 'GET', resource: '/data?x=1' }, 'Deny'],
      ['a pattern that matches', pattern, { action: 'GET', resource: '/v2/ROOMS/7' }, 'Permit'],
      ['a pattern that does not match', pattern, { action: 'GET', resource: '/v2/rooms/x' }, 'Deny'],
      [
        'the tenant',
        restricted,
        { action: 'GET', resource: '/data', authorization_service_header: 'smartcity' },
        'Permit',
      ],
      [
        'another tenant',
        restricted,
        { action: 'GET', resource: '/data', authorization_service_header: 'other' },
        'Deny',
      ],
      [
        'the tenant under its older name',
        restricted,
        { action: 'GET', resource: '/data', fiware_service: 'smartcity' },
        'Permit',
      ],
      [
        'another tenant under the older name',
        restricted,
        { action: 'GET', resource: '/data', fiware_service: 'other' },
        'Deny',
      ],
      ['no tenant', restricted, { action: 'GET', resource: '/data' }, 'Deny'],
      ['no resource', exact, { action: 'GET' }, ''],
      ['no action', exact, { resource: '/data' }, ''],
    ])('with %s', async (_name, permission, query, decision) => {
      const body = await decide(permission, query);
      expect(body.authorization_decision).toBe(decision);
      expect(body.roles).toEqual([{ id: expect.any(String), name: expect.any(String) }]);
    });

    it('denies, and stays awake, with patterns that were stored before they were refused', async () => {
      const { application, user, token } = await set();
      const role = await admin.createRole(application.id, pattern);
      await admin.giveRole(application.id, user.id, role);
      const question = { access_token: token, action: 'GET' };
      // The first is not compiled, the second not matched against so long a text.
      for (const stored of ['(.{0,31}){0,31}'.repeat(25), '[a-e].{900}x']) {
        const { query } = service().database;
        await query('UPDATE permissions SET resource = ? WHERE application_id = ?', [stored, application.id]);
        const restarted = await service().another();
        const { body } = await requests(restarted.url)
          .get('/user')
          .query({ ...question, resource: 'a'.repeat(2000) })
          .expect(200);
        expect(body.authorization_decision).toBe('Deny');
      }
    });

    it('denies a user without role and tokens without user, and hides internal roles', async () => {
      const { application, token } = await set();
      const question = { action: 'GET', resource: '/data' };
      expect((await ask({ access_token: token, ...question }).expect(200)).body.authorization_decision).toBe(
        'Deny',
      );
      const own = await requestToken(service().url, application, { grant_type: 'client_credentials' });
      const answer = await ask({
        access_token: own.body.access_token,
        app_id: application.id,
        ...question,
      }).expect(200);
      expect(answer.body.authorization_decision).toBe('Deny');
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

    it.each(['owner', 'member'])('counts roles through an organization for its %s', async (role) => {
      const { application, user, token } = await set();
      const { organization } = await admin.call('post', '/organizations', {
        organization: { name: 'org', description: 'an org' },
      });
      const roleId = await admin.createRole(application.id, exact);
      const base = `/applications/${application.id}/organizations/${organization.id}/roles/${roleId}/organization_roles`;
      await admin.call(
        'put',
        `/organizations/${organization.id}/users/${user.id}/organization_roles/${role}`,
      );
      await admin.call('put', `${base}/${role === 'owner' ? 'member' : 'owner'}`);
      expect((await ask({ access_token: token, ...exact })).body).toMatchObject({
        organizations: [],
        authorization_decision: 'Deny',
      });
      await admin.call('put', `${base}/${role}`);
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

    it('is not refused to tokens of applications and IoT agents that the asked application does not trust', async () => {
      const [application, stranger] = [await admin.createApplication(), await admin.createApplication()];
      const created = await admin.call('post', `/applications/${application.id}/iot_agents`);
      const { id, password } = created.iot_agent as { id: string; password: string };
      const ofApplication = await requestToken(service().url, application, {
        grant_type: 'client_credentials',
      });
      const own = { access_token: ofApplication.body.access_token, app_id: stranger.id };
      expect((await ask(own).expect(200)).body).toEqual({ app_id: application.id, trusted_apps: [] });
      const { body } = await ask({ ...own, ...exact }).expect(200);
      expect(body.authorization_decision).toBe('Deny');
      const ofAgent = await requestToken(service().url, application, {
        grant_type: 'password',
        username: id,
        password,
      });
      const agent = { access_token: ofAgent.body.access_token, app_id: stranger.id };
      expect((await ask(agent).expect(200)).body).toMatchObject({ id, app_id: application.id });
      expect((await ask({ ...agent, app_id: 'unknown' }).expect(401)).body.error).toBe('invalid_request');
    });

    it('is explained to the application’s own credentials only', async () => {
      const { application, user, token } = await set();
      const role = await admin.createRole(application.id, exact);
      await admin.giveRole(application.id, user.id, role);
      const stranger = await admin.createApplication();
      const question = { access_token: token, explain: 'true', ...exact };
      const { body } = await ask(question).set('Authorization', basic(application)).expect(200);
      expect(body.authorization_explanation).toMatchObject({
        decision: 'Permit',
        permission: { resource: '/data' },
      });
      await ask(question).expect(401);
      await ask(question).set('Authorization', basic(stranger)).expect(401);
    });
  });
});
