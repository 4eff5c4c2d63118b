import { createHash, randomBytes } from 'node:crypto';
import { requests } from '../requests';
import { authorizePath, obtainCode } from '../authorize/code-flow';
import { Browser } from '../browser';
import { eachDatabase } from '../each-database';
import { Admin, requestToken, type TestApplication } from '../provision';

eachDatabase((service) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
  });
  const set = async (
    more: Record<string, string | undefined> = {},
    settings: Record<string, unknown> = {},
  ) => {
    const [application, user] = await Promise.all([admin.createApplication(settings), admin.createUser()]);
    return { application, user, code: await obtainCode(service().url, application, user, more) };
  };
  const exchange = (
    application: TestApplication,
    code: string,
    more: Record<string, string | undefined> = {},
  ) =>
    requestToken(service().url, application, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: application.redirectUri,
      ...more,
    });

  it.each([undefined, 'jwt', 'permanent', 'jwt,permanent'])(
    'gives tokens for a code of scope %s',
    async (scope) => {
      const { application, code } = await set({ scope });
      const { body } = await exchange(application, code).expect(200);
      expect(body.token_type).toBe(scope?.includes('jwt') ? 'jwt' : 'bearer');
      expect('refresh_token' in body).toBe(!scope?.includes('permanent'));
    },
  );

  it('lets the form choose the kind', async () => {
    const { application, code } = await set();
    const { body } = await exchange(application, code, { scope: 'jwt,permanent' }).expect(200);
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'jwt' });
  });

  it('ends everything when a code is used twice', async () => {
    const { application, code } = await set();
    const { body } = await exchange(application, code).expect(200);
    for (let times = 0; times < 2; times++) {
      const again = await exchange(application, code).expect(400);
      expect(again.body).toEqual({
        error: 'invalid_grant',
        error_description: 'Invalid grant: authorization code is invalid',
      });
    }
    await requests(service().url).get('/user').query({ access_token: body.access_token }).expect(401);
    await requestToken(service().url, application, {
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
    }).expect(400);
  });

  it('gives exactly one success to eight requests at once', async () => {
    const { application, code } = await set();
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(application, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  });

  it('binds the code to client and address, and keeps it for the rightful client', async () => {
    const { application, code } = await set();
    const foreign = await admin.createApplication();
    expect((await exchange(foreign, code).expect(400)).body.error).toBe('invalid_grant');
    for (const redirectUri of ['http://127.0.0.1:9/other', undefined]) {
      const { body } = await exchange(application, code, { redirect_uri: redirectUri }).expect(400);
      expect(body.error).toBe('invalid_grant');
    }
    await exchange(application, code).expect(200);
  });

  it('needs no address when the authorization request named none', async () => {
    const { application, code } = await set({ redirect_uri: undefined });
    await exchange(application, code, { redirect_uri: undefined }).expect(200);
  });

  it('refuses an expired code', async () => {
    const { application, user, code } = await set();
    await service().database.query('UPDATE authorization_codes SET expires_at = 1 WHERE user_id = ?', [
      user.id,
    ]);
    const { body } = await exchange(application, code).expect(400);
    expect(body.error_description).toBe('Invalid grant: authorization code has expired');
  });

  describe('PKCE', () => {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };

    it('accepts the right verifier, refuses a wrong and a missing one', async () => {
      const { application, code } = await set(pkce);
      await exchange(application, code).expect(400);
      await exchange(application, code, { code_verifier: `${verifier.slice(1)}x` }).expect(400);
      await exchange(application, code, { code_verifier: verifier }).expect(200);
    });

    it('refuses a verifier for a code without challenge', async () => {
      const { application, code } = await set();
      expect((await exchange(application, code, { code_verifier: verifier }).expect(400)).body.error).toBe(
        'invalid_grant',
      );
    });

    it('is mandatory for public clients, which then need no secret', async () => {
      const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
      await service().database.query("UPDATE applications SET client_type = 'public' WHERE id = ?", [
        application.id,
      ]);
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const page = await new Browser(service().url).get(authorizePath(application));
      expect(page.location).toContain('error=invalid_request');
      const code = await obtainCode(service().url, application, user, pkce);
      const send = (fields: Record<string, string>) =>
        requests(service().url)
          .post('/oauth2/token')
          .type('form')
          .send({ client_id: application.id, ...fields });
      const { body } = await send({
        grant_type: 'authorization_code',
        code,
        redirect_uri: application.redirectUri,
        code_verifier: verifier,
      }).expect(200);
      await send({ grant_type: 'refresh_token', refresh_token: body.refresh_token }).expect(200);
      await send({ grant_type: 'client_credentials' }).expect(401);
    });
  });
});
