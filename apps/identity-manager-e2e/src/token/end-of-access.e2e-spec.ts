import { generateSync } from 'otplib';
import { requests } from '../requests';
import { loginAnswer } from '../api/api-client';
import { authorizeAs, authorizePath, callbackParameters, obtainCode } from '../authorize/code-flow';
import { Browser } from '../browser';
import type { TestService } from '../each-database';
import {
  Admin,
  basic,
  passwordTokens,
  requestToken,
  type TestApplication,
  type TestUser,
} from '../provision';
import { eachMailedDatabase, mailbox } from '../web/each-mailed-database';

/** Everything that can be issued to a user. */
interface Access {
  readonly accessTokens: Readonly<Record<string, string>>;
  readonly refreshToken: string;
  readonly code: string;
  readonly apiToken: string;
  /** Signed in elsewhere. */
  readonly elsewhere: Browser;
}

async function signedIn(url: string, { email, password }: TestUser): Promise<Browser> {
  const browser = new Browser(url);
  await browser.submit(await browser.get('/auth/login'), '/auth/login', { email, password });
  return browser;
}

async function openEverything(url: string, application: TestApplication, user: TestUser): Promise<Access> {
  const tokens = { bearer: '', jwt: '', permanent: '' };
  for (const kind of ['bearer', 'jwt', 'permanent'] as const)
    tokens[kind] = (await passwordTokens(url, application, user, kind)).access_token;
  const implicit = await obtainImplicit(url, application, user);
  const { refresh_token: refreshToken = '' } = await passwordTokens(url, application, user);
  const login = await loginAnswer(url, { name: user.email, password: user.password });
  return {
    accessTokens: { ...tokens, implicit },
    refreshToken,
    code: await obtainCode(url, application, user),
    apiToken: login.headers['x-subject-token'] ?? '',
    elsewhere: await signedIn(url, user),
  };
}

/** A token that came straight from the authorization endpoint. */
async function obtainImplicit(url: string, application: TestApplication, user: TestUser): Promise<string> {
  const page = await authorizeAs(
    new Browser(url),
    user,
    authorizePath(application, { response_type: 'token' }),
  );
  return callbackParameters(page)['token'] ?? '';
}

/** What of it works still: nothing, when all has ended; every name, when all is open. */
async function stillOpen(url: string, application: TestApplication, access: Access): Promise<string[]> {
  const open: string[] = [];
  for (const [kind, token] of Object.entries(access.accessTokens)) {
    const { status } = await requests(url).get('/user').query({ access_token: token });
    if (status === 200) open.push(`${kind} at /user`);
    const { body } = await requests(url)
      .post('/oauth2/introspect')
      .set('Authorization', basic(application))
      .type('form')
      .send({ token });
    if (body.active !== false) open.push(`${kind} at introspection`);
  }
  const { status: api } = await requests(url).get('/v1/').set('X-Auth-Token', access.apiToken);
  if (api === 200) open.push('API token');
  if ((await access.elsewhere.get('/idm')).status === 200) open.push('session');
  const { refreshToken, code } = access;
  const refreshed = await requestToken(url, application, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  if (refreshed.status === 200) open.push('refresh token');
  const exchanged = await requestToken(url, application, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: application.redirectUri,
  });
  if (exchanged.status === 200) open.push('code');
  return open;
}

const all = [
  'bearer at /user',
  'bearer at introspection',
  'jwt at /user',
  'jwt at introspection',
  'permanent at /user',
  'permanent at introspection',
  'implicit at /user',
  'implicit at introspection',
  'API token',
  'session',
  'refresh token',
  'code',
];

/** One way of closing an account's doors. Gets a browser in which the user is signed in, and returns it if it stays so. */
type Close = (service: TestService, admin: Admin, user: TestUser, browser: Browser) => Promise<boolean>;

const newPassword = 'quite another passw0rd';

const byOwnPage: Close = async (_service, _admin, user, browser) => {
  await browser.submit(await browser.get('/idm/settings'), '/idm/settings/password', {
    old_password: user.password,
    password1: newPassword,
    password2: newPassword,
  });
  return true;
};

const byOwnApi: Close = async ({ url }, _admin, user) => {
  const { headers } = await loginAnswer(url, { name: user.email, password: user.password });
  await requests(url)
    .patch(`/v1/users/${user.id}`)
    .set('X-Auth-Token', headers['x-subject-token'] ?? '')
    .send({ user: { password: newPassword, old_password: user.password } })
    .expect(200);
  return false;
};

const byAdministrator =
  (change: Record<string, unknown>): Close =>
  async (_service, admin, user) => {
    await admin.call('patch', `/users/${user.id}`, { user: change });
    return false;
  };

const bySecondFactor: Close = async (_service, _admin, user, browser) => {
  const page = await browser.get('/idm/settings/second_factor');
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
  await browser.submit(page, '/idm/settings/second_factor/enable', {
    code: generateSync({ secret }),
    factor_password: user.password,
  });
  return true;
};

const byMail: Close = async ({ url }, _admin, user) => {
  const browser = new Browser(url);
  await browser.submit(await browser.get('/password/request'), '/password/request', { email: user.email });
  await browser.submit(await browser.get(await mailbox().link(user.email)), '/password/reset', {
    password1: newPassword,
    password2: newPassword,
  });
  return false;
};

const ways: readonly (readonly [string, Close])[] = [
  ['a password changed on the page', byOwnPage],
  ['a password changed through the API', byOwnApi],
  ['a password set by an administrator', byAdministrator({ password: newPassword })],
  ['a password reset by mail', byMail],
  ['a user disabled', byAdministrator({ enabled: false })],
  ['a second factor switched on', bySecondFactor],
];

eachMailedDatabase((service) => {
  describe('Everything issued before', () => {
    it.each(ways)('ends with %s', async (_name, close) => {
      const { url } = service();
      const admin = await Admin.login(url);
      const [user, application] = [await admin.createUser(), await admin.createApplication()];
      const before = await openEverything(url, application, user);
      const browser = await signedIn(url, user);
      const stays = await close(service(), admin, user, browser);
      expect(await stillOpen(url, application, before)).toEqual([]);
      expect((await browser.get('/idm')).status === 200).toBe(stays);
    });

    it('is open until then, and that of others stays', async () => {
      const { url } = service();
      const admin = await Admin.login(url);
      const [user, other] = [await admin.createUser(), await admin.createUser()];
      const application = await admin.createApplication();
      const access = await openEverything(url, application, other);
      await admin.call('patch', `/users/${user.id}`, { user: { enabled: false } });
      expect(await stillOpen(url, application, access)).toEqual(all);
    });
  });
});
