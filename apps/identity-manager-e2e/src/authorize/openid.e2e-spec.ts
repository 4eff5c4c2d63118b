import { requests } from '../requests';
import * as client from 'openid-client';
import { Browser } from '../browser';
import { eachDatabase } from '../each-database';
import { Admin, type TestApplication } from '../provision';
import { authorizeAs } from './code-flow';

eachDatabase((service) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
  });

  const options = { execute: [client.allowInsecureRequests] };
  const discover = (
    issuer: string,
    { id, secret }: TestApplication,
    authentication = client.ClientSecretBasic(secret),
  ) => client.discovery(new URL(issuer), id, undefined, authentication, options);

  const login = async (config: client.Configuration, application: TestApplication) => {
    const user = await admin.createUser();
    const verifier = client.randomPKCECodeVerifier();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: application.redirectUri,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    const page = await authorizeAs(new Browser(service().url), user, `${address.pathname}${address.search}`);
    const tokens = await client.authorizationCodeGrant(config, new URL(page.location ?? ''), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    });
    return { user, tokens };
  };

  it.each(['the server', 'the application'])(
    'serves a strict client with the issuer of %s',
    async (which) => {
      const application = await admin.createApplication({ scope: ['openid'] });
      const { url } = service();
      const issuer = which === 'the server' ? url : `${url}/idm/applications/${application.id}`;
      const config = await discover(issuer, application);
      expect(config.serverMetadata().supportsPKCE()).toBe(true);
      const { user, tokens } = await login(config, application);
      expect(tokens.claims()).toMatchObject({ iss: issuer, sub: user.id, aud: application.id });
      const info = await client.fetchUserInfo(config, tokens.access_token, user.id);
      expect(info).toMatchObject({ sub: user.id, email: user.email });
      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
      expect(refreshed.claims()?.sub).toBe(user.id);
      expect((await client.tokenIntrospection(config, refreshed.access_token)).active).toBe(true);
      await client.tokenRevocation(config, refreshed.access_token);
      expect((await client.tokenIntrospection(config, refreshed.access_token)).active).toBe(false);
    },
  );

  it('serves a client that posts its secret, and one that asks for itself', async () => {
    const application = await admin.createApplication();
    const config = await discover(service().url, application, client.ClientSecretPost(application.secret));
    const tokens = await client.clientCredentialsGrant(config);
    expect(tokens.token_type).toBe('bearer');
    expect(tokens.expires_in).toBe(3600);
  });

  it('publishes keys that never hold private parts', async () => {
    const { body } = await requests(service().url).get('/oauth2/certs').expect(200);
    expect(body.keys.length).toBeGreaterThan(0);
    // Applications that other files registered may sign by other keys.
    expect(body.keys).toContainEqual(expect.objectContaining({ alg: 'RS256', kty: 'RSA' }));
    for (const key of body.keys) {
      expect(key).toMatchObject({ use: 'sig', kid: expect.any(String) as string });
      expect(key).not.toHaveProperty('d');
    }
  });

  it('answers RFC 8414 metadata at both places, and 404 for unknown applications', async () => {
    const application = await admin.createApplication({ scope: ['openid'] });
    const issuer = `${service().url}/idm/applications/${application.id}`;
    const path = `/idm/applications/${application.id}`;
    for (const place of [
      `${path}/.well-known/openid-configuration`,
      `/.well-known/oauth-authorization-server${path}`,
    ])
      expect((await requests(service().url).get(place).expect(200)).body.issuer).toBe(issuer);
    await requests(service().url)
      .get('/idm/applications/unknown/.well-known/openid-configuration')
      .expect(404);
  });
});
