import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { Admin, basic, passwordTokens, requestToken } from '../provision';

const opaque = /^[0-9a-f]{40}$/;
const jwtPattern = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

eachDatabase((service) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
  });

  const set = async () => {
    const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
    return { url: service().url, application, user };
  };

  it('the path of an application is for that application', async () => {
    const { url, application } = await set();
    const other = await admin.createApplication();
    const ask = (id: string) =>
      requests(url)
        .post(`/idm/applications/${id}/oauth2/token`)
        .set('Authorization', basic(application))
        .type('form')
        .send('grant_type=client_credentials');
    await ask(application.id).expect(200);
    for (const id of [other.id, 'evil', '..%2F'])
      expect((await ask(id).expect(400)).body.error).toBe('invalid_request');
    const query = new URLSearchParams({ response_type: 'code', client_id: application.id, state: 'x' });
    await requests(url)
      .get(`/idm/applications/${application.id}/oauth2/authorize?${query.toString()}`)
      .expect(200);
    await requests(url).get(`/idm/applications/${other.id}/oauth2/authorize?${query.toString()}`).expect(400);
  });

  describe('password grant', () => {
    it('refused for the second factor notes no consent', async () => {
      const { url, application, user } = await set();
      const { query } = service().database;
      await query("UPDATE users SET totp_secret = 'x' WHERE id = ?", [user.id]);
      const credentials = { grant_type: 'password', username: user.email, password: user.password };
      expect((await requestToken(url, application, credentials).expect(400)).body.error).toBe(
        'invalid_grant',
      );
      expect(await query('SELECT user_id FROM consents WHERE user_id = ?', [user.id])).toEqual([]);
    });

    it('gives a bearer token with exactly the headers and members of the interface', async () => {
      const { url, application, user } = await set();
      const response = await requestToken(url, application, {
        grant_type: 'password',
        username: user.email,
        password: user.password,
      });
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toBe('application/json;charset=UTF-8');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers['pragma']).toBe('no-cache');
      expect(response.body).toEqual({
        access_token: expect.stringMatching(opaque),
        token_type: 'bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(opaque),
      });
    });

    it.each(['jwt', 'jwt,permanent', 'permanent', 'jwt permanent', 'all_info'])(
      'honours scope=%s',
      async (scope) => {
        const { url, application, user } = await set();
        const body = await passwordTokens(url, application, user, scope);
        const [isJwt, isPermanent] = [scope.includes('jwt'), scope.includes('permanent')];
        expect(body).toEqual({
          access_token: expect.stringMatching(isJwt ? jwtPattern : opaque),
          token_type: isJwt ? 'jwt' : 'bearer',
          ...(!isJwt && !isPermanent && { expires_in: 3600 }),
          ...(!isPermanent && { refresh_token: expect.stringMatching(opaque) }),
        });
      },
    );

    it('puts the user record into a JWT signed with the secret of the application', async () => {
      const { url, application, user } = await set();
      const { access_token: token } = await passwordTokens(url, application, user, 'jwt');
      const { default: jsonwebtoken } = await import('jsonwebtoken');
      const claims = jsonwebtoken.verify(token, application.jwtSecret ?? '', { algorithms: ['HS256'] });
      expect(claims).toMatchObject({
        app_id: application.id,
        id: user.id,
        sub: user.id,
        username: user.username,
        email: user.email,
        type: 'user',
        iss: url,
        aud: application.id,
        roles: [],
        organizations: [],
        trusted_apps: [],
        authorization_decision: '',
      });
      expect(claims).not.toHaveProperty('extra');
      const { iat, exp } = claims as { iat: number; exp: number };
      expect(exp - iat).toBe(3600);
    });

    it('gives a permanent JWT no expiry', async () => {
      const { url, application, user } = await set();
      const { access_token: token } = await passwordTokens(url, application, user, 'jwt,permanent');
      expect(claimsOf(token)).not.toHaveProperty('exp');
    });

    it('takes a unique user name as well as the e-mail address, in any letter case', async () => {
      const { url, application, user } = await set();
      for (const username of [user.username, user.email.toUpperCase()])
        await requestToken(url, application, {
          grant_type: 'password',
          username,
          password: user.password,
        }).expect(200);
    });

    it('answers wrong passwords and unknown users alike', async () => {
      const { url, application, user } = await set();
      for (const [username, password] of [
        [user.email, 'wrong'],
        ['nobody@test.com', 'wrong'],
      ]) {
        const { status, body } = await requestToken(url, application, {
          grant_type: 'password',
          username,
          password,
        });
        expect(status).toBe(400);
        expect(body).toEqual({
          error: 'invalid_grant',
          error_description: 'Invalid grant: user credentials are invalid',
        });
      }
    });

    it('refuses a disabled user and ends their tokens', async () => {
      const { url, application, user } = await set();
      const { access_token: token, refresh_token: refresh } = await passwordTokens(url, application, user);
      await admin.call('patch', `/users/${user.id}`, { user: { enabled: false } });
      await requestToken(url, application, {
        grant_type: 'password',
        username: user.email,
        password: user.password,
      }).expect(400);
      await requestToken(url, application, { grant_type: 'refresh_token', refresh_token: refresh }).expect(
        400,
      );
      await requests(url).get('/user').query({ access_token: token }).expect(401);
    });

    it('lets an IoT agent of the application in, and no other', async () => {
      const { url, application } = await set();
      const other = await admin.createApplication();
      const { iot_agent: agent } = await admin.call('post', `/applications/${application.id}/iot_agents`);
      const fields = { grant_type: 'password', username: agent.id, password: agent.password };
      const { body } = await requestToken(url, application, fields).expect(200);
      await requestToken(url, other, fields).expect(400);
      const { body: record } = await requests(url)
        .get('/user')
        .query({ access_token: body.access_token })
        .expect(200);
      expect(record).toEqual({
        organizations: [],
        displayName: '',
        roles: [],
        app_id: application.id,
        trusted_apps: [],
        id: agent.id,
        app_azf_domain: '',
      });
    });
  });

  describe('client_credentials grant', () => {
    it.each([undefined, 'jwt', 'permanent', 'jwt,permanent'])(
      'gives no refresh token with scope=%s',
      async (scope) => {
        const { url, application } = await set();
        const { body } = await requestToken(url, application, {
          grant_type: 'client_credentials',
          scope,
        }).expect(200);
        expect(body).not.toHaveProperty('refresh_token');
        expect(body.token_type).toBe(scope?.includes('jwt') ? 'jwt' : 'bearer');
      },
    );

    it('is validated with empty JSON, or with the application when it is asked for', async () => {
      const { url, application } = await set();
      const { body } = await requestToken(url, application, { grant_type: 'client_credentials' }).expect(200);
      const ask = (query: object) =>
        requests(url)
          .get('/user')
          .query({ access_token: body.access_token, ...query });
      expect((await ask({}).expect(200)).text).toBe('{}');
      expect((await ask({ app_id: application.id }).expect(200)).body).toEqual({
        app_id: application.id,
        trusted_apps: [],
      });
    });
  });

  describe('default token kind', () => {
    it('is JWT for an application configured so, unless the scope says bearer', async () => {
      const { url, application, user } = await set();
      await service().database.query("UPDATE applications SET default_token_kind = 'jwt' WHERE id = ?", [
        application.id,
      ]);
      // Another process must see it within the stated bound.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect((await passwordTokens(url, application, user)).token_type).toBe('jwt');
      expect((await passwordTokens(url, application, user, 'bearer')).token_type).toBe('bearer');
    });
  });

  describe('client authentication', () => {
    const grant = { grant_type: 'client_credentials' };

    it('works by form body', async () => {
      const { url, application } = await set();
      await requests(url)
        .post('/oauth2/token')
        .type('form')
        .send({ ...grant, client_id: application.id, client_secret: application.secret })
        .expect(200);
    });

    it('answers a wrong secret with 401 invalid_client and a challenge', async () => {
      const { url, application } = await set();
      const header = basic({ id: application.id, secret: 'wrong' });
      for (const path of ['/oauth2/token?client_id=x', '/oauth2/revoke', '/oauth2/introspect']) {
        const request = requests(url).post(path).set('Authorization', header).type('form');
        const response = await request.send({ ...grant, token: 'x' });
        expect(response.status).toBe(401);
        expect(response.body.error).toBe('invalid_client');
        expect(response.headers['www-authenticate']).toMatch(/^Basic realm="/);
        expect(response.headers['cache-control']).toBe('no-store');
      }
    });
  });

  describe('malformed requests', () => {
    it('are told as RFC 6749 has it, and never kept', async () => {
      const { url, application } = await set();
      const { status, body, headers } = await requestToken(url, application, { grant_type: 'foo' });
      expect(status).toBe(400);
      expect(body).toEqual({
        error: 'unsupported_grant_type',
        error_description: 'Unsupported grant type: `grant_type` is invalid',
      });
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['pragma']).toBe('no-cache');
    });

    it('accepts a charset at the content type, and stray query parameters', async () => {
      const { url, application } = await set();
      await requests(url)
        .post('/oauth2/token?stray=1')
        .set('Authorization', basic(application))
        .set('Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8')
        .send('grant_type=client_credentials')
        .expect(200);
    });

    it('answers other methods with 405, unknown paths with 404, giant bodies with 413', async () => {
      const { url, application } = await set();
      const get = await requests(url).get('/oauth2/token').expect(405);
      expect(get.headers['allow']).toBe('POST');
      expect((await requests(url).options('/oauth2/token').expect(200)).headers['allow']).toBe('POST');
      await requests(url).options('/oauth2/nope').expect(404);
      await requests(url).get('/oauth2/nope').expect(404);
      const { body } = await requestToken(url, application, { grant_type: 'x'.repeat(200_000) }).expect(413);
      expect(body.error).toBe('invalid_request');
    });
  });
});
