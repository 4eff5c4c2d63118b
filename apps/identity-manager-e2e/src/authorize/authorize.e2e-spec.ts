import { requests } from '../requests';
import { Browser } from '../browser';
import { eachDatabase } from '../each-database';
import { Admin, requestToken } from '../provision';
import { authorizeAs, authorizePath, callbackParameters, obtainCode } from './code-flow';

eachDatabase((service) => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await Admin.login(service().url);
  });
  const set = async (more: Record<string, unknown> = {}) => {
    const [application, user] = await Promise.all([admin.createApplication(more), admin.createUser()]);
    return { url: service().url, application, user, browser: new Browser(service().url) };
  };

  it('asks for login, then for consent, then redirects with code, state and iss', async () => {
    const { url, application, user, browser } = await set();
    const path = authorizePath(application);
    const login = await browser.get(path);
    expect(login.status).toBe(200);
    expect(login.text).toContain('type="password"');
    expect(login.headers.get('cache-control')).toContain('no-store');
    expect(login.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const consent = await browser.submit(login, '/oauth2/authorize', {
      email: user.email,
      password: user.password,
    });
    expect(consent.status).toBe(200);
    expect(consent.text).toContain(application.name);
    const done = await browser.submit(consent, '/oauth2/enable_app', {});
    expect(done.status).toBe(302);
    expect(done.location).toMatch(/^http:\/\/127\.0\.0\.1:9\/callback\?code=[0-9a-f]{40}&state=xyz&iss=/);
    expect(callbackParameters(done)['iss']).toBe(url);
    // The second time neither login nor consent is asked.
    const again = await browser.get(path);
    expect(again.status).toBe(302);
    expect(callbackParameters(again)['code']).toMatch(/^[0-9a-f]{40}$/);
  });

  it('refuses forms without the CSRF field, or with another browser’s', async () => {
    const { application, user, browser } = await set();
    const path = authorizePath(application);
    const form: [string, string][] = [
      ['email', user.email],
      ['password', user.password],
    ];
    await browser.get(path);
    expect((await browser.post(path, form)).status).toBe(403);
    const stranger = new Browser(service().url);
    const token = /name="_csrf" value="([^"]*)"/.exec((await stranger.get(path)).text)?.[1] ?? '';
    expect((await browser.post(path, [...form, ['_csrf', token]])).status).toBe(403);
  });

  it('changes the session id at login and marks the cookies', async () => {
    const { application, user, browser } = await set();
    const login = await browser.get(authorizePath(application));
    expect(browser.hasCookie('session')).toBe(false);
    const page = await browser.submit(login, '/oauth2/authorize', {
      email: user.email,
      password: user.password,
    });
    const cookie = page.headers.getSetCookie().find((line) => line.startsWith('idm.sid='));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
  });

  it('shows a page and never redirects to an address that is not registered', async () => {
    const { application, browser } = await set();
    const page = await browser.get(authorizePath(application, { redirect_uri: 'http://evil.test/' }));
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.headers.get('content-type')).toMatch(/text\/html/);
  });

  it('sends the client an error with its state and who says so', async () => {
    const { application, browser } = await set();
    const page = await browser.get(authorizePath(application, { prompt: 'none' }));
    expect(page.status).toBe(302);
    expect(page.location).toMatch(/^http:\/\/127\.0\.0\.1:9\/callback\?error=/);
    expect(callbackParameters(page)).toMatchObject({
      error: 'login_required',
      state: 'xyz',
      iss: service().url,
    });
  });

  it('gives a code for `openid` where the application has no OpenID Connect, and says what was granted', async () => {
    const { url, application, user } = await set();
    const code = await obtainCode(url, application, user, { scope: 'openid' });
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: application.redirectUri };
    const { body } = await requestToken(url, application, exchange).expect(200);
    expect(body).toMatchObject({ token_type: 'bearer', scope: 'bearer' });
    expect(body).not.toHaveProperty('id_token');
  });

  it('gives a token for `openid` where the application has no OpenID Connect, and says what was granted', async () => {
    const { application, user, browser } = await set();
    const path = authorizePath(application, { response_type: 'token', scope: 'openid,all_info' });
    expect(callbackParameters(await authorizeAs(browser, user, path))).toMatchObject({
      token_type: 'Bearer',
      scope: 'all_info',
    });
  });

  it('sends errors of `code token` in the fragment, its success as Keyrock in the query', async () => {
    const { application, browser } = await set();
    const refused = await browser.get(authorizePath(application, { response_type: 'code token' }));
    expect(refused.location).toMatch(/^http:\/\/127\.0\.0\.1:9\/callback#error=unauthorized_client/);
    const hybrid = await set({ grant_type: ['authorization_code', 'implicit', 'hybrid'] });
    const path = authorizePath(hybrid.application, { response_type: 'token code' });
    const { location } = await authorizeAs(hybrid.browser, hybrid.user, path);
    expect(location).toMatch(/\/callback\?code=[^#]*&token=[^#]*$/);
  });

  it('works without state', async () => {
    const { application, user, browser } = await set();
    const page = await authorizeAs(browser, user, authorizePath(application, { state: undefined }));
    expect(Object.keys(callbackParameters(page))).toEqual(['code', 'iss']);
  });

  it('takes any of several registered addresses, and needs one named then', async () => {
    const { application, user, browser } = await set({
      redirect_uri: 'http://a.test/cb,http://b.test/cb?x=1',
    });
    const page = await authorizeAs(
      browser,
      user,
      authorizePath(application, { redirect_uri: 'http://b.test/cb?x=1' }),
    );
    expect(page.location).toMatch(/^http:\/\/b\.test\/cb\?x=1&code=/);
    expect((await browser.get(authorizePath(application, { redirect_uri: undefined }))).status).toBe(400);
  });

  describe('implicit grant', () => {
    it.each([
      [undefined, /^[0-9a-f]{40}$/, '3600'],
      ['jwt', /^[\w-]+\.[\w-]+\.[\w-]+$/, '3600'],
      ['permanent', /^[0-9a-f]{40}$/, undefined],
    ])(
      'puts token, token_type, expires_in and state in the query, scope %s',
      async (scope, token, expiresIn) => {
        const { url, application, user, browser } = await set();
        const page = await authorizeAs(
          browser,
          user,
          authorizePath(application, { response_type: 'token', scope }),
        );
        expect(page.location).toContain('/callback?token=');
        expect(callbackParameters(page)).toEqual({
          token: expect.stringMatching(token),
          token_type: 'Bearer',
          ...(expiresIn && { expires_in: expiresIn }),
          state: 'xyz',
          iss: url,
        });
        await requests(url)
          .get('/user')
          .query({ access_token: callbackParameters(page)['token'] })
          .expect(200);
      },
    );
  });

  describe('external logout', () => {
    it('ends a session of an OAuth login and goes to registered addresses only', async () => {
      const signOut = 'http://127.0.0.1:9/bye';
      const { application, user, browser } = await set({ redirect_sign_out_uri: signOut });
      await authorizeAs(browser, user, authorizePath(application));
      const logout = `/auth/external_logout?_method=DELETE&client_id=${application.id}`;
      const page = await browser.get(
        `${logout}&post_logout_redirect_uri=${encodeURIComponent('http://evil.test')}`,
      );
      expect([page.status, page.location]).toEqual([302, signOut]);
      expect((await browser.get(authorizePath(application))).text).toContain('type="password"');
      await requests(service().url).delete(`/auth/external_logout?client_id=${application.id}`).expect(302);
    });
  });
});
