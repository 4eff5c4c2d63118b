import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { Browser } from '../browser';
import { eachDatabase } from '../each-database';
import { Admin, type TestApplication, type TestUser } from '../provision';
import { openApplication, RelyingParty, type Asked } from './relying-party';

/*
 * What the plans Basic, Implicit, Hybrid and Form Post of the OpenID Foundation's conformance suite ask of the authorization endpoint;
 * tests name its modules.
 */

const RESPONSE_TYPES = [
  'code',
  'id_token',
  'id_token token',
  'code id_token',
  'code token',
  'code id_token token',
] as const;
const RUNS = RESPONSE_TYPES.flatMap((type) => [[type, undefined] as const, [type, 'form_post'] as const]);

eachDatabase((service) => {
  let admin: Admin;
  let application: TestApplication;
  let user: TestUser;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
    application = await openApplication(admin);
    user = await admin.createUser({
      extra: {
        identity_attributes: {
          given_name: 'Ana',
          family_name: 'Ruiz',
          phone_number: '+34 600',
          locality: 'Cádiz',
        },
      },
    });
  });

  const party = (type: string = 'code', mode?: string, who = user) =>
    new RelyingParty(service().url, application, who, type, mode);

  describe.each(RUNS)('response_type=%s, response_mode=%s', (type, mode) => {
    const returnsBy = mode ?? (type === 'code' ? 'query' : 'fragment');
    const open = () => party(type, mode);

    it('oidcc-server, oidcc-idtoken-signature, oidcc-userinfo-get: gives what was asked for', async () => {
      const client = open();
      const { by, fields } = await client.authorize();
      expect(by).toBe(returnsBy);
      expect(fields).toMatchObject({ state: 'state of the client', iss: service().url });
      expect(fields['code'] !== undefined).toBe(type.includes('code'));
      expect(fields['access_token'] !== undefined).toBe(/(^| )token/.test(type));
      expect(fields['id_token'] !== undefined).toBe(type.includes('id_token'));
      if (fields['id_token'] !== undefined) {
        const claims = await client.idToken(fields['id_token'], {
          code: fields['code'],
          accessToken: fields['access_token'],
        });
        expect(claims['nonce']).toBe('nonce of the client');
      }
      if (fields['access_token'] !== undefined) {
        expect(fields['token_type']).toBe('Bearer');
        expect((await client.userInfo(fields['access_token']).expect(200)).body).toEqual({ sub: user.id });
      }
      if (fields['code'] === undefined) return;
      const { body } = await client.exchange(fields['code']).expect(200);
      const claims = await client.idToken(body.id_token, { accessToken: body.access_token });
      expect(claims['nonce']).toBe('nonce of the client');
      expect((await client.userInfo(body.access_token).expect(200)).body).toEqual({ sub: user.id });
    });

    it('oidcc-ensure-request-without-nonce: fails where an id token leaves by the redirect', async () => {
      const { by, fields } = await open().authorize({ nonce: undefined });
      expect(by).toBe(returnsBy);
      if (type.includes('id_token')) expect(fields).toMatchObject({ error: 'invalid_request' });
      else expect(fields['error']).toBeUndefined();
    });

    it('oidcc-prompt-none-not-logged-in, -logged-in', async () => {
      const client = open();
      const refused = await client.ask({ prompt: 'none' });
      expect([refused.by, refused.fields['error']]).toEqual([returnsBy, 'login_required']);
      await client.authorize();
      const { by, fields } = await client.ask({ prompt: 'none' });
      expect([by, fields['error']]).toEqual([returnsBy, undefined]);
    });

    it('oidcc-prompt-login, oidcc-max-age-1: asks for the password again', async () => {
      const client = open();
      await client.authorize();
      const asked = await client.ask({ prompt: 'login' });
      expect(asked.by).toBe('page');
      expect(asked.page.text).toContain('name="password"');
      expect((await client.ask({ max_age: '0' })).by).toBe('page');
      expect((await client.ask({ max_age: '10000' })).by).toBe(returnsBy);
    });

    it('oidcc-unsigned-request-object, oidcc-request-uri-unsigned: refused by the mode that was asked', async () => {
      const inside = {
        state: 'state of the object',
        ...(mode !== undefined && { response_mode: mode }),
        redirect_uri: 'https://evil.example/',
      };
      const object = new UnsecuredJWT(inside).encode();
      const refused = await open().ask({ request: object, response_mode: undefined, state: undefined });
      expect([refused.by, refused.fields]).toEqual([
        returnsBy,
        expect.objectContaining({ error: 'request_not_supported', state: 'state of the object' }),
      ]);
      const other = await open().ask({ request_uri: 'https://evil.example/object' });
      expect([other.by, other.fields['error']]).toEqual([returnsBy, 'request_uri_not_supported']);
    });

    it('oidcc-ensure-post-request-succeeds', async () => {
      const client = open();
      await client.authorize();
      const posted = await client.browser.post('/oauth2/authorize', [
        ...new URL(client.path({ prompt: 'none' }), service().url).searchParams,
      ]);
      expect(posted.status).toBe(303);
      const page = await client.browser.get(posted.location ?? '');
      expect(page.status).toBe(mode === 'form_post' ? 200 : 302);
      // Without a session, as the form of another site arrives.
      const stranger = new Browser(service().url);
      const arrived = await stranger.post('/oauth2/authorize', [
        ...new URL(client.path(), service().url).searchParams,
      ]);
      expect((await stranger.get(arrived.location ?? '')).text).toContain('name="password"');
    });
  });

  it('oidcc-id-token-hint: the same user only', async () => {
    const client = party();
    const { body } = await client.exchange((await client.authorize()).fields['code']).expect(200);
    const hint = String(body.id_token);
    expect((await client.ask({ prompt: 'none', id_token_hint: hint })).fields['error']).toBeUndefined();
    const other = party('code', undefined, await admin.createUser());
    await other.authorize();
    expect((await other.ask({ prompt: 'none', id_token_hint: hint })).fields['error']).toBe('login_required');
    // Asked to sign in as the other, and signing in as oneself.
    expect((await other.authorize({ id_token_hint: hint })).fields['error']).toBe('login_required');
  });

  it('takes no hint that was not issued here to this application', async () => {
    const client = party();
    const { body } = await client.exchange((await client.authorize()).fields['code']).expect(200);
    const claims = decodeJwt(String(body.id_token));
    const [header = '', , signature = ''] = String(body.id_token).split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url');
    const signed = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
    const forged = [
      'nonsense',
      `${header}.${changed}.${signature}`,
      new UnsecuredJWT(claims).encode(),
      await signed.sign(Buffer.from('a secret of the attacker, long enough')),
      String(body.access_token),
    ];
    for (const hint of forged)
      expect((await client.ask({ prompt: 'none', id_token_hint: hint })).fields['error']).toBe(
        'invalid_request',
      );
    const another = new RelyingParty(service().url, await openApplication(admin), user);
    const foreign = await another.ask({ id_token_hint: String(body.id_token) });
    expect(foreign.fields['error']).toBe('invalid_request');
  });

  it('oidcc-ensure-request-with-acr-values-succeeds, and an essential context that is not reached fails', async () => {
    const client = party();
    const { body } = await client.exchange((await client.authorize({ acr_values: '1 2' })).fields['code']);
    expect((await client.idToken(body.id_token))['acr']).toBe('1');
    const essential = (acr: string) =>
      client.ask({ claims: JSON.stringify({ id_token: { acr: { essential: true, values: [acr] } } }) });
    expect((await essential('2')).fields['error']).toBe('unmet_authentication_requirements');
    expect((await essential('1')).fields['error']).toBeUndefined();
  });

  it('oidcc-ui-locales, oidcc-claims-locales, oidcc-display-page, oidcc-login-hint', async () => {
    const spanish = await party().ask({ ui_locales: 'es' });
    expect(spanish.page.text).toContain('<html lang="es"');
    const english = await party().ask({ ui_locales: 'se', claims_locales: 'se', display: 'popup' });
    expect(english.page.text).toContain('<html lang="en"');
    expect((await party().ask({ login_hint: 'ana"x' })).page.text).toContain('value="ana&quot;x"');
  });

  it.each<[string, Asked]>([
    ['oidcc-ensure-registered-redirect-uri', { redirect_uri: 'https://evil.example/' }],
    ['oidcc-redirect-uri-query-mismatch', { redirect_uri: 'http://127.0.0.1:9/callback?x=1' }],
    ['oidcc-redirect-uri-regfrag', { redirect_uri: 'http://127.0.0.1:9/callback#x' }],
  ])('%s: a page, and no way out', async (_module, asked) => {
    for (const mode of [undefined, 'form_post', 'fragment']) {
      const { page } = await party().ask({ ...asked, response_mode: mode });
      expect([page.status, page.location]).toEqual([400, undefined]);
    }
  });

  it('oidcc-codereuse: a second use ends what the first gave', async () => {
    const client = party('code token');
    const { fields } = await client.authorize();
    const { body } = await client.exchange(fields['code']).expect(200);
    await client.exchange(fields['code']).expect(400);
    for (const token of [body.access_token, fields['access_token']])
      await client.userInfo(String(token)).expect(401);
  });

  it('oidcc-refresh-token: a new id token of the same login', async () => {
    const client = party();
    const { fields } = await client.authorize({ scope: 'openid offline_access', prompt: 'consent' });
    const { body } = await client.exchange(fields['code']).expect(200);
    const first = await client.idToken(body.id_token);
    const refreshed = await client
      .token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })
      .expect(200);
    const { sub, aud, auth_time, sid } = await client.idToken(refreshed.body.id_token, {
      accessToken: refreshed.body.access_token,
    });
    expect({ sub, aud, auth_time, sid }).toEqual({
      sub: first.sub,
      aud: first.aud,
      auth_time: first['auth_time'],
      sid: first['sid'],
    });
    const another = new RelyingParty(service().url, await openApplication(admin), user);
    await another
      .token({ grant_type: 'refresh_token', refresh_token: refreshed.body.refresh_token })
      .expect(400);
  });

  it('goes on under one name of the session when the password is given again', async () => {
    const client = party();
    const sidOf = async (asked: Asked) => {
      const { body } = await client.exchange((await client.authorize(asked)).fields['code']).expect(200);
      return (await client.idToken(body.id_token))['sid'];
    };
    const first = await sidOf({});
    expect(await sidOf({ prompt: 'login' })).toBe(first);
  });

  it('takes no posted request that repeats a parameter, or that no address could hold', async () => {
    const browser = new Browser(service().url);
    const fields: [string, string][] = [
      ['client_id', application.id],
      ['response_type', 'code'],
    ];
    expect(
      (await browser.post('/oauth2/authorize', [...fields, ['state', 'a'], ['state', 'b']])).status,
    ).toBe(400);
    expect((await browser.post('/oauth2/authorize', [...fields, ['state', 'x'.repeat(20_000)]])).status).toBe(
      414,
    );
  });
});
