import { Browser } from '../browser';
import { authorizeAs, authorizePath, callbackParameters } from '../authorize/code-flow';
import { eachDatabase, eachSharedDatabase } from '../each-database';
import { Admin, passwordTokens, requestToken } from '../provision';
import { asKeyrock } from '../recorded/as-keyrock';

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('Settings for clients made for Keyrock (docs/behaviour/identity-manager.md, "Settings of Keyrock")', () => {
  eachSharedDatabase((service) => {
    const set = async () => {
      const admin = await Admin.login(service().url);
      const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
      return { url: service().url, application, user };
    };

    it('IDM_OAUTH_TOKEN_SCOPE=array: the scope of a token answer is always there, as a list', async () => {
      const { url, application, user } = await set();
      for (const [asked, granted] of [
        [undefined, ['bearer']],
        ['permanent', ['permanent']],
        ['jwt,permanent', ['jwt', 'permanent']],
      ] as const)
        expect((await passwordTokens(url, application, user, asked)).scope).toEqual(granted);
      const { body } = await requestToken(url, application, { grant_type: 'client_credentials' });
      expect(body.scope).toEqual(['bearer']);
    });

    it('IDM_OAUTH_JWT_AUDIENCE=false: JWTs carry no aud, which libraries refuse that expect none', async () => {
      const { url, application, user } = await set();
      const { access_token: token } = await passwordTokens(url, application, user, 'jwt');
      const claims = claimsOf(token);
      expect(claims).toMatchObject({ app_id: application.id, id: user.id, iss: url });
      expect(claims).not.toHaveProperty('aud');
      const answer = await fetch(`${url}/user?access_token=${token}`);
      expect(answer.status).toBe(200);
    });

    it('IDM_OAUTH_EMPTY_STATE=false: an authorization request without state is refused', async () => {
      const { url, application, user } = await set();
      const without = await authorizeAs(
        new Browser(url),
        user,
        authorizePath(application, { state: undefined }),
      );
      expect(callbackParameters(without)).toMatchObject({ error: 'invalid_request' });
      const given = await authorizeAs(new Browser(url), user, authorizePath(application));
      expect(callbackParameters(given)).toMatchObject({ code: expect.any(String), state: 'xyz' });
    });
  }, asKeyrock);
});

describe('Settings for libraries that read the RFCs strictly', () => {
  eachDatabase(
    (service) => {
      it('the implicit grant answers in the fragment, a JWT says bearer, scope stays out', async () => {
        const { url } = service();
        const admin = await Admin.login(url);
        const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
        const page = await authorizeAs(
          new Browser(url),
          user,
          authorizePath(application, { response_type: 'token', scope: 'jwt' }),
        );
        const { search, hash } = new URL(page.location ?? '');
        expect([search, hash.length > 1]).toEqual(['', true]);
        expect(callbackParameters(page)).toMatchObject({
          access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
          state: 'xyz',
        });
        const tokens = await passwordTokens(url, application, user, 'jwt');
        expect(tokens.token_type).toBe('bearer');
        expect(tokens).not.toHaveProperty('scope');
      });

      it('IDM_OIDC_ISSUER=application: /oauth2 issues in the name of the application, as with Keyrock', async () => {
        const { url } = service();
        const admin = await Admin.login(url);
        const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
        const page = await authorizeAs(
          new Browser(url),
          user,
          authorizePath(application, { response_type: 'code' }),
        );
        expect(callbackParameters(page)['iss']).toBe(`${url}/idm/applications/${application.id}`);
      });
    },
    {
      IDM_OIDC_ISSUER: 'application',
      IDM_OAUTH_IMPLICIT_RESPONSE: 'fragment',
      IDM_OAUTH_JWT_TOKEN_TYPE: 'bearer',
      IDM_OAUTH_TOKEN_SCOPE: 'none',
    },
  );
});
