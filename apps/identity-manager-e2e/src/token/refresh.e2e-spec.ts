import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { Admin, passwordTokens, requestToken, type TestApplication } from '../provision';

eachDatabase((service) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
  });

  const start = async (scope?: string) => {
    const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
    const tokens = await passwordTokens(service().url, application, user, scope);
    return { url: service().url, application, user, tokens };
  };
  const refresh = (application: TestApplication, token: string | undefined, scope?: string) =>
    requestToken(service().url, application, { grant_type: 'refresh_token', refresh_token: token, scope });
  const statusOf = async (token: string) =>
    (await requests(service().url).get('/user').query({ access_token: token })).status;

  it('gives a new pair and leaves the old access token alone', async () => {
    const { application, tokens } = await start();
    const { body } = await refresh(application, tokens.refresh_token).expect(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f]{40}$/),
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(body.refresh_token).not.toBe(tokens.refresh_token);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect(await statusOf(body.access_token)).toBe(200);
  });

  it('keeps the kind without scope, changes it with one, and ends with a permanent token', async () => {
    const { application, tokens } = await start('jwt');
    const same = (await refresh(application, tokens.refresh_token).expect(200)).body;
    expect(same.token_type).toBe('jwt');
    const bearer = (await refresh(application, same.refresh_token, 'bearer').expect(200)).body;
    expect(bearer.token_type).toBe('bearer');
    const permanent = (await refresh(application, bearer.refresh_token, 'permanent').expect(200)).body;
    expect(permanent).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f]{40}$/),
      token_type: 'bearer',
    });
    expect(await statusOf(permanent.access_token)).toBe(200);
  });

  it('does not give words that were never granted', async () => {
    const { application, tokens } = await start('one two');
    expect((await refresh(application, tokens.refresh_token, 'three').expect(400)).body.error).toBe(
      'invalid_scope',
    );
    expect((await refresh(application, tokens.refresh_token, 'one').expect(200)).body).not.toHaveProperty(
      'scope',
    );
  });

  it('ends the family when a used token comes again', async () => {
    const { application, tokens } = await start();
    const second = (await refresh(application, tokens.refresh_token).expect(200)).body;
    const { body } = await refresh(application, tokens.refresh_token).expect(400);
    expect(body).toEqual({
      error: 'invalid_grant',
      error_description: 'Invalid grant: refresh token is no longer valid',
    });
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect(await statusOf(second.access_token)).toBe(401);
    await refresh(application, second.refresh_token).expect(400);
  });

  it('refuses the token of another application and leaves it usable', async () => {
    const { application, tokens } = await start();
    const foreign = await admin.createApplication();
    const { body } = await refresh(foreign, tokens.refresh_token).expect(400);
    expect(body.error_description).toBe('Invalid grant: refresh token is invalid');
    await refresh(application, tokens.refresh_token).expect(200);
  });

  it('gives exactly one success to eight requests at once', async () => {
    const { application, tokens } = await start();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refresh(application, tokens.refresh_token)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  });

  it('refuses an expired one', async () => {
    const { application, tokens, user } = await start();
    await service().database.query('UPDATE refresh_tokens SET expires_at = 1 WHERE user_id = ?', [user.id]);
    const { body } = await refresh(application, tokens.refresh_token).expect(400);
    expect(body.error_description).toBe('Invalid grant: refresh token has expired');
  });
});
