import { requests } from '../requests';
import { eachDatabase, processBeside } from '../each-database';
import { Admin, basic, passwordTokens, requestToken, type TestApplication } from '../provision';

/* docs/behaviour/identity-manager.md, "Revocation and introspection" */

eachDatabase((service) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
  });

  const start = async (scope?: string) => {
    const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
    return { application, user, tokens: await passwordTokens(service().url, application, user, scope) };
  };
  const revoke = (application: TestApplication, fields: Record<string, string>) =>
    requests(service().url)
      .post('/oauth2/revoke')
      .set('Authorization', basic(application))
      .type('form')
      .send(fields);
  const user = (token: string) => requests(service().url).get('/user').query({ access_token: token });

  it('ends an access token', async () => {
    const { application, tokens } = await start();
    const response = await revoke(application, { token: tokens.access_token });
    expect([response.status, response.text]).toEqual([200, '']);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.headers['cache-control']).toBe('no-store');
    const { body, headers } = await user(tokens.access_token).expect(401);
    expect(body).toEqual({
      error: 'invalid_token',
      error_description: 'Invalid token: access token is no longer valid',
      message: 'Invalid token: access token is no longer valid',
      code: 401,
      title: 'Unauthorized',
    });
    expect(headers['www-authenticate']).toContain('error="invalid_token"');
    await requestToken(service().url, application, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    }).expect(200);
  });

  it('ends all access tokens with the refresh token', async () => {
    const { application, tokens } = await start();
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    const second = (await requestToken(service().url, application, fields).expect(200)).body;
    await revoke(application, { token: second.refresh_token, token_type_hint: 'refresh_token' }).expect(200);
    await user(tokens.access_token).expect(401);
    await user(second.access_token).expect(401);
    await requestToken(service().url, application, {
      ...fields,
      refresh_token: second.refresh_token,
    }).expect(400);
  });

  it('wants a token and a form, and has nothing against a token that is unknown', async () => {
    const { application } = await start();
    await revoke(application, { token: 'unknown' }).expect(200);
    expect((await revoke(application, {}).expect(400)).body.error).toBe('invalid_request');
    const json = requests(service().url).post('/oauth2/revoke').set('Authorization', basic(application));
    await json.send({ token: 'x' }).expect(400);
  });

  it('is seen by another process within the stated bound', async () => {
    const { application, tokens } = await start();
    const other = await processBeside(service());
    const ask = () => requests(other.url).get('/user').query({ access_token: tokens.access_token });
    await ask().expect(200);
    await revoke(application, { token: tokens.access_token }).expect(200);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await ask().expect(401);
  });
});
