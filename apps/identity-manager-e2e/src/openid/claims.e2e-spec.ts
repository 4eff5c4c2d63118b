import { decodeProtectedHeader } from 'jose';
import { eachDatabase } from '../each-database';
import { Admin, passwordTokens, type TestUser } from '../provision';
import { requests } from '../requests';
import { openApplication, RelyingParty } from './relying-party';

eachDatabase((service) => {
  let admin: Admin;
  let user: TestUser;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
    user = await admin.createUser({
      website: 'https://ana.example',
      extra: {
        identity_attributes: {
          given_name: 'Ana',
          family_name: 'Ruiz',
          phone_number: '+34 600 000 000',
          street_address: 'Calle Mayor 1',
          locality: 'Cádiz',
          country: 'ES',
        },
      },
    });
  });

  const open = async (more: Readonly<Record<string, unknown>> = {}, type = 'code') =>
    new RelyingParty(service().url, await openApplication(admin, more), user, type);

  const tokensFor = async (client: RelyingParty, scope: string, claims?: object) => {
    const asked = { scope, claims: claims && JSON.stringify(claims) };
    const { body } = await client.exchange((await client.authorize(asked)).fields['code']).expect(200);
    return body as unknown as Readonly<Record<string, string>>;
  };

  it.each<[string, object]>([
    ['openid', {}],
    [
      'openid profile',
      {
        name: 'USERNAME',
        preferred_username: 'USERNAME',
        given_name: 'Ana',
        family_name: 'Ruiz',
        website: 'https://ana.example',
        updated_at: 'NUMBER',
      },
    ],
    ['openid email', { email: 'EMAIL', email_verified: false }],
    [
      'openid address',
      {
        address: {
          formatted: 'Calle Mayor 1\nCádiz\nES',
          street_address: 'Calle Mayor 1',
          locality: 'Cádiz',
          country: 'ES',
        },
      },
    ],
    ['openid phone', { phone_number: '+34 600 000 000' }],
    ['openid groups', { groups: [] }],
  ])('oidcc-scope-*: %s asks for its claims alone, in user info', async (scope, claims) => {
    const client = await open();
    // The user chooses once what to share, with the first request.
    await client.authorize();
    const tokens = await tokensFor(client, scope);
    const { body } = await client.userInfo(tokens['access_token'] ?? '').expect(200);
    const told = Object.fromEntries(
      Object.entries(claims).map(([name, value]) => [
        name,
        value === 'USERNAME'
          ? user.username
          : value === 'EMAIL'
            ? user.email
            : value === 'NUMBER'
              ? expect.any(Number)
              : value,
      ]),
    );
    expect(body).toEqual({ sub: user.id, ...told });
    const idToken = await client.idToken(tokens['id_token']);
    for (const name of Object.keys(claims)) expect(name in idToken).toBe(name === 'groups');
  });

  it('claims are in the id token where no access token comes along', async () => {
    const client = await open({}, 'id_token');
    const { fields } = await client.authorize({ scope: 'openid profile email phone' });
    expect(await client.idToken(fields['id_token'])).toMatchObject({
      name: user.username,
      given_name: 'Ana',
      email: user.email,
      phone_number: '+34 600 000 000',
    });
  });

  it('oidcc-claims-essential: the parameter asks for single claims, where it says', async () => {
    const client = await open();
    const tokens = await tokensFor(client, 'openid', {
      userinfo: { name: { essential: true }, email: { value: 'somebody@else.example' }, shoe_size: null },
      id_token: { email: null, email_verified: { value: false } },
      verified_claims: {},
    });
    const { body } = await client.userInfo(tokens['access_token'] ?? '').expect(200);
    expect(body).toEqual({ sub: user.id, name: user.username });
    expect(await client.idToken(tokens['id_token'])).toMatchObject({
      email: user.email,
      email_verified: false,
    });
    const refreshed = await client
      .token({ grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] ?? '' })
      .expect(200);
    expect((await client.userInfo(refreshed.body.access_token).expect(200)).body).toEqual(body);
    expect((await client.ask({ claims: '{"userinfo":7}' })).fields['error']).toBe('invalid_request');
  });

  it('groups are names of roles, and of organizations where the application wants them', async () => {
    const client = await open({ groups_with_organizations: true });
    const { id } = client.application;
    const role = await admin.createRole(id, { action: 'GET', resource: '/' });
    await admin.giveRole(id, user.id, role);
    const tokens = await tokensFor(client, 'openid groups');
    const { groups } = await client.idToken(tokens['id_token']);
    expect(groups).toEqual([expect.stringMatching(/^role /)]);
    expect((await client.userInfo(tokens['access_token'] ?? '')).body.groups).toEqual(groups);
  });

  it('an address is verified when an administrator says so, and another one is not', async () => {
    const client = await open();
    const person = await admin.createUser();
    const change = (body: object) => admin.call('patch', `/users/${person.id}`, { user: body });
    const asPerson = new RelyingParty(service().url, client.application, person);
    const isVerified = async () => {
      const tokens = await tokensFor(asPerson, 'openid email');
      return (await asPerson.userInfo(tokens['access_token'] ?? '')).body.email_verified;
    };
    expect(await isVerified()).toBe(false);
    await change({ email_verified: true });
    expect(await isVerified()).toBe(true);
    expect((await admin.call('get', `/users/${person.id}`)).user.email_verified).toBe(true);
    await change({ email: `new-${person.email}` });
    expect(await isVerified()).toBe(false);
    const own = await Admin.login(service().url, { ...person, email: `new-${person.email}` });
    await expect(
      own.call('patch', `/users/${person.id}`, { user: { email_verified: true } }),
    ).rejects.toThrow('403');
  });

  it('oidcc-userinfo-post-header, -post-body: the token in the header or the form, and nowhere else', async () => {
    const client = await open();
    const token = (await tokensFor(client, 'openid'))['access_token'] ?? '';
    const post = () => requests(service().url).post('/oauth2/userinfo');
    await post().set('Authorization', `Bearer ${token}`).expect(200, { sub: user.id });
    await post().type('form').send({ access_token: token }).expect(200, { sub: user.id });
    await post().set('Authorization', `Bearer ${token}`).type('form').send({ access_token: 'x' }).expect(400);
    await requests(service().url).get(`/oauth2/userinfo?access_token=${token}`).expect(401);
    const unknown = await client.userInfo('unknown').expect(401);
    expect(unknown.headers['www-authenticate']).toContain('error="invalid_token"');
    await requests(service().url).get('/oauth2/userinfo').set('Authorization', 'Basic x').expect(400);
  });

  it('wants the scope openid', async () => {
    const client = await open({ grant_type: ['password'] });
    const { access_token: token } = await passwordTokens(service().url, client.application, user);
    const { body, headers } = await client.userInfo(token).expect(403);
    expect(body.error).toBe('insufficient_scope');
    expect(headers['www-authenticate']).toContain('error="insufficient_scope", scope="openid"');
  });

  it.each(['RS256', 'ES256', 'EdDSA'])(
    'signs id token and user info with %s where the application asks',
    async (alg) => {
      const client = await open({ id_token_signed_response_alg: alg, userinfo_signed_response_alg: alg });
      const tokens = await tokensFor(client, 'openid email');
      expect(decodeProtectedHeader(tokens['id_token'] ?? '').alg).toBe(alg);
      await client.verified(tokens['id_token']);
      const info = await client.userInfo(tokens['access_token'] ?? '').expect(200);
      expect(info.headers['content-type']).toBe('application/jwt');
      expect(await client.verified(info.text)).toMatchObject({ sub: user.id, email: user.email });
    },
  );

  it('what the consent withholds stays out', async () => {
    const client = await open();
    const login = await client.browser.get(client.path({ scope: 'openid profile email' }));
    const consent = await client.browser.submit(login, '/oauth2/authorize', {
      email: user.email,
      password: user.password,
    });
    // Nothing is ticked but what the form sends by itself: none of its boxes.
    const csrf = /name="_csrf" value="([^"]+)"/.exec(consent.text)?.[1] ?? '';
    const action = /<form[^>]* action="([^"]*enable_app[^"]*)"/.exec(consent.text)?.[1] ?? '';
    const page = await client.browser.post(action.replaceAll('&amp;', '&'), [['_csrf', csrf]]);
    const code = new URL(page.location ?? '').searchParams.get('code') ?? '';
    const { body } = await client.exchange(code).expect(200);
    expect((await client.userInfo(body.access_token).expect(200)).body).toEqual({ sub: user.id });
  });

  it('an application in the style of Keyrock is told what it was told, and what the scope asks beside', async () => {
    const client = await open({ openid_style: null });
    await client.authorize();
    const { fields } = await client.authorize({ scope: 'openid email' });
    const { body } = await client.exchange(fields['code']).expect(200);
    const claims = await client.verified(body.id_token);
    expect(claims).toMatchObject({
      username: user.username,
      email: user.email,
      roles: [],
      app_id: client.application.id,
    });
    for (const name of ['azp', 'acr', 'amr', 'sid', 'email_verified'])
      expect(claims).not.toHaveProperty(name);
    const info = (await client.userInfo(body.access_token).expect(200)).body;
    expect(info).toMatchObject({ username: user.username, email_verified: false, sub: user.id });
  });

  it('oidcc-discovery-endpoint-verification: says what there is', async () => {
    const { body } = await requests(service().url).get('/.well-known/openid-configuration').expect(200);
    expect(body).toMatchObject({
      userinfo_endpoint: `${service().url}/oauth2/userinfo`,
      claims_parameter_supported: true,
      acr_values_supported: ['1', '2'],
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      ui_locales_supported: ['en', 'es'],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA'],
      scopes_supported: expect.arrayContaining(['openid', 'profile', 'email', 'groups', 'offline_access']),
    });
    expect(body).not.toHaveProperty('revoke_endpoint');
    const keys = await requests(service().url).get('/oauth2/certs').expect(200);
    expect(keys.headers['cache-control']).toBe('max-age=300');
    const application = await admin.createApplication();
    const path = `/idm/applications/${application.id}/.well-known/openid-configuration`;
    const own = await requests(service().url).get(path).expect(200);
    expect(own.body).toMatchObject({
      revoke_endpoint: expect.stringContaining('/oauth2/revoke'),
      userinfo_endpoint: `${service().url}/user`,
    });
  });
});
