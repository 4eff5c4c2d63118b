import { describeWithServer, startTestServer } from '@smart-city/testing';
import { openSqlite, startIdentityManager, type TestDatabase } from '../each-database';
import { Page } from '../plain/page';
import { Admin, requestToken } from '../provision';
import { requests } from '../requests';
import { notice, pathOf, press, signIn } from '../web/without-browser';

type Slapd = Awaited<ReturnType<typeof startTestServer<'slapd'>>>;
type Service = Awaited<ReturnType<typeof startIdentityManager>>;

const settingsFor = (port: number): Record<string, string> => ({
  IDM_EXTERNAL_LDAP_ENABLED: 'true',
  IDM_EXTERNAL_LDAP_DB_HOST: '127.0.0.1',
  IDM_EXTERNAL_LDAP_DB_PORT: String(port),
  IDM_EXTERNAL_LDAP_DB_READER_DN: 'cn=reader,dc=city',
  IDM_EXTERNAL_LDAP_DB_READER_PASSWORD: 'reads',
  IDM_EXTERNAL_LDAP_DB_SUFFIX: 'ou=people,dc=city',
  IDM_EXTERNAL_LDAP_FILTER: '(|(uid={login})(mail={login}))',
});

describeWithServer('slapd', 'users of a directory', () => {
  let slapd: Slapd;
  let database: TestDatabase;
  let service: Service;
  let admin: Admin;
  beforeAll(async () => {
    [slapd, database] = await Promise.all([startTestServer('slapd'), openSqlite()]);
    service = await startIdentityManager(database, {
      ...settingsFor(slapd.port),
      IDM_RATE_LIMIT_ACCOUNT: '3',
      IDM_RATE_LIMIT_WINDOW: '3600',
    });
    admin = await Admin.login(service.url);
  });
  afterAll(async () => {
    await service?.stop();
    await slapd?.stop();
    await database?.drop();
  });

  const apiLogin = (name: string, password: string) =>
    requests(service.url).post('/v1/auth/tokens').send({ name, password });
  const visit = async (path: string) => {
    const page = new Page(service.url, 'en-GB');
    await page.goto(path);
    return page;
  };
  const enter = async (email: string, password: string) => {
    const page = await visit('/auth/login');
    await signIn(page, { email, password });
    return page;
  };
  const auditOf = (event: string) =>
    database.query('SELECT subject, details FROM audit_log WHERE event = ?', [event]);

  it('sign in on the page, at the token endpoint and at the API, and are one user', async () => {
    expect(pathOf(await enter('ana', 'secret ana'))).toBe('/idm');
    const application = await admin.createApplication();
    const fields = { grant_type: 'password', username: 'ana@city.example', password: 'secret ana' };
    const { body } = await requestToken(service.url, application, fields).expect(200);
    const known = await requests(service.url)
      .get('/user')
      .query({ access_token: body.access_token })
      .expect(200);
    expect(known.body).toMatchObject({
      id: 'external_ldap_ana',
      username: 'ana',
      email: 'ana@city.example',
    });
    await apiLogin('ana', 'secret ana').expect(201);
    const { user } = await admin.call('get', '/users/external_ldap_ana');
    expect(user).toMatchObject({ username: 'ana', email_verified: true });
  });

  it('are refused with a wrong password, with none, and under a login that two entries have', async () => {
    const page = await enter('bob', 'secret ana');
    expect(await notice(page)).toBe('Email or password is incorrect');
    const application = await admin.createApplication();
    const attempts = [
      ['bob', ''],
      ['twin', 'secret twin'],
      ['nora', 'secret nora'],
    ] as const;
    for (const [username, password] of attempts) {
      const answer = await requestToken(service.url, application, {
        grant_type: 'password',
        username,
        password,
      });
      expect([username, answer.status]).toEqual([username, 400]);
    }
    expect(
      await database.query("SELECT id FROM users WHERE id LIKE 'external_ldap_%' AND username <> 'ana'"),
    ).toEqual([]);
  });

  it.each(['*', 'a*', '*)(uid=*', 'ana)(uid=*', 'ana\\', 'ana\0', '(', 'an\\61', 'x)(|(uid=ana'])(
    'find nobody by a login that is a filter: %j',
    async (login) => {
      const answer = await apiLogin(login, 'secret ana');
      expect(answer.status).toBe(401);
    },
  );

  it('do not take over an account that has their address', async () => {
    const local = await admin.createUser({ username: 'robert', email: 'bob@city.example' });
    const page = await enter('bob', 'secret bob');
    expect(await notice(page)).toMatch(/email address that another account here has already/);
    await apiLogin('bob', 'secret bob').expect(401);
    await apiLogin('bob@city.example', 'secret bob').expect(401);
    await apiLogin('bob@city.example', local.password).expect(201);
    await requests(service.url).get('/version').expect(200);
    await service.stop();
    expect((await auditOf('directory.refuse')).map(({ subject }) => subject)).toContain('bob@city.example');
    service = await startIdentityManager(database, settingsFor(slapd.port));
    admin = await Admin.login(service.url);
    await admin.call('delete', `/users/${local.id}`);
    await apiLogin('bob', 'secret bob').expect(201);
  });

  it('are not kept out by a sign-up with their address that nobody confirmed', async () => {
    await admin.call('delete', '/users/external_ldap_bob');
    const { id } = await admin.createUser({ username: 'squatter', email: 'bob@city.example' });
    await database.query('UPDATE users SET enabled = 0, awaiting_activation = 1 WHERE id = ?', [id]);
    await apiLogin('bob@city.example', 'secret bob').expect(201);
  });

  it('have no password here', async () => {
    const refused = { message: 'The password of this user is kept in the directory' };
    const change = requests(service.url)
      .patch('/v1/users/external_ldap_ana')
      .set('X-Auth-Token', String((await apiLogin('admin@test.com', '1234')).headers['x-subject-token']))
      .send({ user: { password: 'another one' } });
    expect((await change).body.error).toMatchObject(refused);
    const page = await enter('ana', 'secret ana');
    await page.goto('/idm/settings');
    await page.getByLabel('Current password').fill('secret ana');
    await page.getByLabel('New password').fill('another one');
    await page.getByLabel('Repeat the password').fill('another one');
    await press(page.getByRole('button', { name: 'Change password' }));
    expect(await page.locator('main').first().innerText()).toMatch(/kept in your organization’s directory/);
    const recovery = await visit('/password/request');
    expect(await recovery.locator('main').first().innerText()).toMatch(/your organization’s directory/);
    await apiLogin('ana', 'secret ana').expect(201);
    await apiLogin('ana', 'another one').expect(401);
  });

  it('are let in by the directory alone, whatever password came with their row', async () => {
    const id = 'external_ldap_gone';
    const local = await admin.createUser({ id, username: 'gone', email: 'gone@city.example' });
    await apiLogin('gone', local.password).expect(401);
    await apiLogin('gone@city.example', local.password).expect(401);
  });

  it('are closed like others after too many failures', async () => {
    await service.stop();
    service = await startIdentityManager(database, {
      ...settingsFor(slapd.port),
      IDM_RATE_LIMIT_ACCOUNT: '2',
      IDM_RATE_LIMIT_WINDOW: '3600',
    });
    admin = await Admin.login(service.url);
    for (const login of ['ana', 'ana@city.example', 'ANA']) await apiLogin(login, 'wrong');
    const answer = await apiLogin('ana@city.example', 'secret ana');
    expect(answer.status).toBe(429);
    await apiLogin('bob', 'secret bob').expect(201);
  });

  it('are told to come back while the directory is away; others sign in', async () => {
    await slapd.stop();
    const { status, headers, body } = await apiLogin('bob', 'secret bob');
    expect([status, headers['retry-after'], body.error.message]).toEqual([
      503,
      '30',
      'The directory of users cannot be reached',
    ]);
    const application = await admin.createApplication();
    const fields = { grant_type: 'password', username: 'bob', password: 'secret bob' };
    const token = await requestToken(service.url, application, fields).expect(503);
    expect(token.body.error).toBe('temporarily_unavailable');
    const page = await enter('bob', 'secret bob');
    expect(await page.locator('main').first().innerText()).toMatch(/directory of users can’t be reached/);
    await apiLogin('admin@test.com', '1234').expect(201);
    slapd = await startTestServer('slapd', { port: slapd.port });
    await apiLogin('bob', 'secret bob').expect(201);
  });
});
