import { decodeJwt, decodeProtectedHeader, SignJWT, type JWTPayload } from 'jose';
import { eachDatabase } from '../each-database';
import { Admin, basic, requestToken, type TestApplication, type TestUser } from '../provision';
import { requests } from '../requests';
import { openApplication, RelyingParty } from './relying-party';

const AT_JWT = { access_token_format: 'at+jwt' };

let count = 0;
const freshAudience = () => `https://api-${process.pid}-${(count += 1)}.city.example/v2`;

eachDatabase((service) => {
  let admin: Admin;
  let user: TestUser;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
    user = await admin.createUser();
  });

  const open = async (more: Readonly<Record<string, unknown>> = {}) =>
    new RelyingParty(service().url, await openApplication(admin, { ...AT_JWT, ...more }), user);
  const credentials = (application: TestApplication, more: Readonly<Record<string, string>> = {}) =>
    requestToken(service().url, application, { grant_type: 'client_credentials', ...more });
  const introspect = async (asker: TestApplication, token: string) => {
    const { body } = await requests(service().url)
      .post('/oauth2/introspect')
      .set('Authorization', basic(asker))
      .type('form')
      .send({ token })
      .expect(200);
    return body as unknown as Readonly<Record<string, unknown>>;
  };
  const user_ = (token: string, more = '') =>
    requests(service().url).get(`/user?access_token=${token}${more}`);
  const trust = (application: TestApplication, other: TestApplication) =>
    admin.call('put', `/applications/${application.id}/trusted_applications/${other.id}`);

  it('of a user are JWTs that a published key checks (RFC 9068)', async () => {
    const client = await open();
    const { id } = client.application;
    await admin.giveRole(id, user.id, await admin.createRole(id, { action: 'GET', resource: '/' }));
    await client.authorize();
    const { fields } = await client.authorize({ scope: 'openid email' });
    const { body } = await client.exchange(fields['code']).expect(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(decodeProtectedHeader(body.access_token)).toEqual({
      alg: 'RS256',
      typ: 'at+jwt',
      kid: expect.any(String),
    });
    const claims = await client.verified(body.access_token);
    expect(claims).toEqual({
      iss: service().url,
      sub: user.id,
      aud: id,
      client_id: id,
      iat: expect.any(Number),
      exp: (claims.iat ?? 0) + 3600,
      jti: expect.any(String),
      scope: 'openid email',
      auth_time: expect.any(Number),
      acr: '1',
      email: user.email,
      email_verified: false,
      groups: [expect.stringMatching(/^role /)],
    });
    expect((await user_(body.access_token).expect(200)).body.id).toBe(user.id);
    await client.userInfo(body.access_token).expect(200);
    expect(await introspect(client.application, body.access_token)).toMatchObject({
      active: true,
      aud: id,
      sub: user.id,
    });
    const refreshed = await client.token({
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
      scope: 'openid organizations',
    });
    expect(refreshed.status).toBe(400);
    const again = await client.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
    expect((await client.verified(again.body.access_token))['acr']).toBe('1');
  });

  it('say organizations only where the scope does', async () => {
    const client = await open({ id_token_signed_response_alg: 'ES256' });
    const { fields } = await client.authorize({ scope: 'openid organizations' });
    const { body } = await client.exchange(fields['code']).expect(200);
    expect(decodeProtectedHeader(body.access_token).alg).toBe('ES256');
    expect(await client.verified(body.access_token)).toMatchObject({ organizations: [], groups: [] });
  });

  it('of an application are about the application itself, and last no longer than they say', async () => {
    const { application } = await open({ grant_type: ['client_credentials'], audience: freshAudience() });
    const { body } = await credentials(application).expect(200);
    const party = new RelyingParty(service().url, application, user);
    const { audience } = (await admin.call('get', `/applications/${application.id}`))
      .application as unknown as {
      audience: string;
    };
    const claims = await party.verified(body.access_token, audience);
    expect(claims).toMatchObject({ sub: application.id, client_id: application.id, aud: audience });
    for (const name of ['auth_time', 'groups', 'acr', 'scope']) expect(claims).not.toHaveProperty(name);
    await credentials(application, { scope: 'permanent' }).expect(400);
  });

  it('end by their id, and are not opened by it', async () => {
    const client = await open();
    const { body } = await client.exchange((await client.authorize()).fields['code']).expect(200);
    const { jti = '' } = decodeJwt(body.access_token);
    await user_(jti).expect(401);
    await requests(service().url)
      .post('/oauth2/revoke')
      .set('Authorization', basic(client.application))
      .type('form')
      .send({ token: body.access_token })
      .expect(200);
    await user_(body.access_token).expect(401);
    expect(await introspect(client.application, body.access_token)).toEqual({ active: false });
  });

  it('count with the signature of their key alone', async () => {
    const client = await open();
    const { body } = await client.exchange((await client.authorize()).fields['code']).expect(200);
    const claims = decodeJwt(body.access_token);
    const { kid = '' } = decodeProtectedHeader(body.access_token);
    const [header = '', payload = '', signature = ''] = body.access_token.split('.');
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const bySecret = (alg: string, given: JWTPayload) =>
      new SignJWT(given)
        .setProtectedHeader({ alg, typ: 'at+jwt', kid })
        .sign(Buffer.from(client.application.secret.padEnd(64, 'x')));
    const forged = [
      `${encoded({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.`,
      `${header}.${encoded({ ...claims, sub: 'admin' })}.${signature}`,
      await bySecret('HS256', claims),
      await bySecret('HS512', claims),
      `${encoded({ alg: 'RS256', typ: 'JWT', kid })}.${payload}.${signature}`,
      // Its own id token, which is signed by the same key.
      body.id_token,
    ];
    for (const token of forged) await user_(token).expect(401);
    await user_(body.access_token).expect(200);
  });

  describe('for a resource (RFC 8707)', () => {
    const party = async () => {
      const [mine, other] = [freshAudience(), freshAudience()];
      const api = await openApplication(admin, { audience: mine });
      const second = await openApplication(admin, { audience: other });
      const client = await open({
        grant_type: ['authorization_code', 'refresh_token', 'client_credentials', 'password'],
      });
      await trust(api, client.application);
      await trust(second, client.application);
      return { client, api, second, mine, other };
    };

    it('name it, at both endpoints, one or several', async () => {
      const { client, api, second, mine, other } = await party();
      const page = `${client.path()}&resource=${encodeURIComponent(mine)}&resource=${encodeURIComponent(other)}`;
      await client.authorize();
      const code = new URL((await client.browser.get(page)).location ?? '').searchParams.get('code') ?? '';
      const { body } = await client.exchange(code, { resource: other }).expect(200);
      expect(decodeJwt(body.access_token).aud).toBe(other);
      expect((await introspect(second, body.access_token))['active']).toBe(true);
      expect((await introspect(api, body.access_token))['active']).toBe(false);
      expect((await introspect(client.application, body.access_token))['active']).toBe(false);
      await user_(body.access_token, `&app_id=${second.id}`).expect(200);
      for (const stranger of [api, client.application])
        await user_(body.access_token, `&app_id=${stranger.id}`).expect(401);
      await user_(body.access_token).expect(401);
      const whole = await client
        .token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })
        .expect(200);
      expect(decodeJwt(whole.body.access_token).aud).toEqual([mine, other]);
      const wider = {
        grant_type: 'refresh_token',
        refresh_token: whole.body.refresh_token,
        resource: freshAudience(),
      };
      expect((await client.token(wider).expect(400)).body.error).toBe('invalid_target');
    });

    it('are given for what trusts the client, and for nothing else', async () => {
      const { client, mine } = await party();
      const { body } = await credentials(client.application, { resource: mine }).expect(200);
      expect(decodeJwt(body.access_token).aud).toBe(mine);
      const foreign = freshAudience();
      await openApplication(admin, { audience: foreign });
      const wrong = [foreign, freshAudience(), 'no-uri', `${mine}#x`, client.application.id, 'x'.repeat(600)];
      for (const resource of wrong) {
        const refused = await credentials(client.application, { resource });
        expect([resource, refused.status, refused.body.error]).toEqual([resource, 400, 'invalid_target']);
        expect((await client.ask({ resource })).fields['error']).toBe('invalid_target');
      }
    });

    it('are known to the resource with opaque tokens too, and by the password grant', async () => {
      const { client, api, mine } = await party();
      await admin.call('patch', `/applications/${client.application.id}`, {
        application: { access_token_format: null },
      });
      const { body } = await requestToken(service().url, client.application, {
        grant_type: 'password',
        username: user.email,
        password: user.password,
        resource: mine,
      }).expect(200);
      expect(await introspect(api, body.access_token)).toMatchObject({ active: true, aud: mine });
      await user_(body.access_token).expect(401);
      const again = await client
        .token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })
        .expect(200);
      expect(await introspect(api, again.body.access_token)).toMatchObject({ active: true, aud: mine });
    });

    it('a code that was asked for without one gives none', async () => {
      const { client, mine } = await party();
      const { fields } = await client.authorize();
      expect((await client.exchange(fields['code'], { resource: mine }).expect(400)).body.error).toBe(
        'invalid_target',
      );
    });

    it('belong to one application: nobody else gets tokens by taking its name', async () => {
      const { mine } = await party();
      await expect(openApplication(admin, { audience: mine })).rejects.toThrow('409');
      const another = await openApplication(admin);
      await expect(
        admin.call('patch', `/applications/${another.id}`, { application: { audience: mine } }),
      ).rejects.toThrow('409');
    });
  });
});
