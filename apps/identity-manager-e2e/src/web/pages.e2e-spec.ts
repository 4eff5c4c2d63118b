import { newUser, type ApiUser } from '../api/api-client';
import { Browser } from '../browser';
import { adminEmail, eachDatabase } from '../each-database';
import { Admin, passwordTokens } from '../provision';

/** As the page of the service says them. */
const DATABASE_NAMES: Readonly<Record<string, string>> = {
  sqlite: 'SQLite, answers in',
  postgres: 'PostgreSQL, answers in',
  mysql: 'MySQL or MariaDB, answers in',
};

/** The pages read with SQL of their own, so each database must understand it; browsers look at them elsewhere. */
eachDatabase((service) => {
  /** Not the first one, whose home page shows what other files made. */
  let administrator: ApiUser;
  beforeAll(async () => {
    administrator = await newUser(service(), { admin: true });
  });

  const signedIn = async () => {
    const { email, password } = administrator;
    const browser = new Browser(service().url);
    const page = await browser.get('/auth/login');
    const { status, location } = await browser.submit(page, '/auth/login', { email, password });
    expect([status, location]).toEqual([302, '/idm']);
    return browser;
  };

  it('show everything there is', async () => {
    const admin = await Admin.login(service().url, administrator);
    const [application, user] = [await admin.createApplication(), await admin.createUser()];
    const role = await admin.createRole(application.id, { action: 'GET', resource: '/v2/entities' });
    await admin.giveRole(application.id, user.id, role);
    const { organization } = await admin.call('post', '/organizations', {
      organization: { name: `Council ${user.username}`, description: 'people' },
    });
    await admin.call('put', `/organizations/${organization.id}/users/${user.id}/organization_roles/member`);
    const base = `/idm/applications/${application.id}`;
    await admin.call(
      'put',
      `/applications/${application.id}/organizations/${organization.id}/roles/${role}/organization_roles/owner`,
    );
    await passwordTokens(service().url, application, user);
    await passwordTokens(service().url, application, user, 'permanent');
    const browser = await signedIn();

    const expected: Readonly<Record<string, readonly string[]>> = {
      '/idm': [application.name, organization.name],
      [`/idm/applications?q=${application.name.toUpperCase()}`]: [application.name],
      [`/idm/applications?role=other&organization=${organization.id}`]: [application.name, '>role '],
      [base]: ['<dt>Users with a role</dt><dd>2</dd>', '<dt>Tokens in use</dt><dd>2</dd>'],
      [`${base}/edit/roles?action=GET&resource=/v2/entities`]: [user.username, '>Permit<', 'Role role'],
      [`${base}/edit/users?q=${user.username.slice(0, 8).toUpperCase()}`]: [user.username],
      [`${base}/edit/organizations?q=council ${user.username}`]: [organization.name],
      [`${base}/edit/trusted_applications?q=app`]: ['Trusted applications'],
      [`${base}/tokens`]: ['2 found', user.username, '<span class="tag bad">never</span>'],
      [`${base}/tokens?expiry=never&grant=password&kind=bearer&q=${user.username}&sort=-owner`]: ['1 found'],
      [`${base}/tokens?sort=expires&user=${user.id}`]: ['2 found', 'Revoke all tokens of this user'],
      [`/idm/admins/users/${user.id}`]: [application.name, organization.name, '>role ', 'All tokens (2)'],
      [`/idm/admins/users/${user.id}/tokens?sort=application`]: ['2 found', application.name],
      [`/idm/admins/audit?user=${user.id}&sort=time`]: ['user.create', user.username],
      [`${base}/machines`]: ['Register a PEP proxy'],
      [`/idm/organizations?role=owner&sort=-created&q=${user.username.toUpperCase()}`]: [
        '1 found',
        organization.name,
      ],
      [`/idm/organizations/${organization.id}`]: [user.username, organization.name],
      [`/idm/organizations/${organization.id}?role=member&sort=name&q=${user.username.toUpperCase()}`]: [
        '1 found',
        user.username,
      ],
      [`${base}/edit/roles/permissions?sort=-roles&verb=GET&q=entities`]: ['1 found', '>role '],
      [`/idm/admins/users/${user.id}/sessions`]: ['Not signed in anywhere.'],
      [`/idm/admins/list_users?q=${user.email}`]: ['1 found', user.email],
      '/idm/admins/list_users?admin=yes&state=enabled&factor=no&sort=name&size=100': [adminEmail],
      [`/idm/admins/organizations?q=${user.username}&sort=-name`]: ['1 found', organization.name],
      [`/idm/admins/applications/${application.id}`]: [application.name, '>Provider<', 'Tokens in use'],
      [`/idm/admins/applications?q=${encodeURIComponent(application.name)}`]: ['1 found', application.id],
      [`/idm/admins/audit?event=TOKEN.ISSUE&outcome=success&from=2020-01-01&until=2100-01-01&who=${user.username}`]:
        ['token.issue', 'grant <b>Password</b>'],
      '/idm/admins/audit?who=100%25_nothing': ['Nothing was found.'],
      '/idm/admins/service': [DATABASE_NAMES[service().database.env['IDM_DB_DIALECT'] ?? 'sqlite'] ?? ''],
      '/idm/settings/sessions': ['this browser'],
    };
    for (const [path, texts] of Object.entries(expected)) {
      const page = await browser.get(path);
      expect([path, page.status]).toEqual([path, 200]);
      const found = texts.filter((text) => page.text.includes(text));
      expect({ path, found }).toEqual({ path, found: texts });
    }
  });

  it('find users, organizations and applications whatever the case and accents', async () => {
    const admin = await Admin.login(service().url, administrator);
    const mark = Date.now().toString(36);
    const user = await admin.createUser({ username: `GARCÍA ${mark}` });
    const application = await admin.createApplication({ name: `Ñandú ${mark}` });
    const { organization } = await admin.call('post', '/organizations', {
      organization: { name: `ÁVILA ${mark}`, description: 'people' },
    });
    await passwordTokens(service().url, application, user);
    const browser = await signedIn();
    const base = `/idm/applications/${application.id}`;
    const expected: Readonly<Record<string, readonly string[]>> = {
      [`/idm/admins/list_users?q=garcia ${mark}`]: ['1 found', user.email],
      [`/idm/admins/applications?q=NANDÚ ${mark}`]: ['1 found', application.id],
      [`/idm/admins/audit?event=token.issue&who=garcia ${mark}`]: ['1 found', user.username],
      [`/idm/admins/audit?event=token.issue&who=nandu ${mark}`]: ['1 found', user.username],
      [`${base}/edit/users?q=garcía ${mark}`]: [user.username],
      [`${base}/edit/organizations?q=avila ${mark}`]: [organization.name],
    };
    for (const [path, texts] of Object.entries(expected)) {
      const page = await browser.get(encodeURI(path));
      const found = texts.filter((text) => page.text.includes(text));
      expect({ path, status: page.status, found }).toEqual({ path, status: 200, found: texts });
    }
  });

  it('count the entries of the audit log', async () => {
    const who = `many-${Date.now().toString(36)}`;
    const lines = Array.from(
      { length: 120 },
      (_, at) => `('${who}-${at}', ${at}, 'test', '${who}', 'success')`,
    );
    await service().database.query(
      `INSERT INTO audit_log (id, occurred_at, event, subject, outcome) VALUES ${lines.join(', ')}`,
    );
    const browser = await signedIn();
    const read = async (page: number) => {
      const { text } = await browser.get(`/idm/admins/audit?who=${who}&size=50&page=${page}`);
      return [text.match(/<td class="when"/g)?.length, /Page \d+ of \d+/.exec(text)?.[0]];
    };
    expect(await read(1)).toEqual([50, 'Page 1 of 3']);
    expect(await read(3)).toEqual([20, 'Page 3 of 3']);
    expect(await read(9)).toEqual([20, 'Page 3 of 3']);
    expect((await browser.get(`/idm/admins/audit?who=${who}`)).text).toContain('120 found');
  });

  it('are files, too, that hold everything that was found and no formulas', async () => {
    const admin = await Admin.login(service().url, administrator);
    const mark = Date.now().toString(36);
    const user = await admin.createUser({ username: `=SUM(${mark})` });
    const browser = await signedIn();
    const { text, headers } = await browser.get(`/idm/admins/users/csv?q=${mark}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, row, end] = text.split('\r\n');
    expect(head).toContain('id,username,email');
    expect(row).toContain(`${user.id},'=SUM(${mark}),${user.email},true,false,false,false,`);
    expect(end).toBe('');
    for (const path of ['applications', 'organizations', 'audit'])
      expect([path, (await browser.get(`/idm/admins/${path}/csv`)).status]).toEqual([path, 200]);
  });

  it('draw the tokens of today', async () => {
    const admin = await Admin.login(service().url, administrator);
    const application = await admin.createApplication();
    await passwordTokens(service().url, application, await admin.createUser());
    const browser = await signedIn();
    // The audit log is written in batches; its page writes what waits.
    await browser.get('/idm/admins/audit');
    const { text } = await browser.get(`/idm/applications/${application.id}`);
    expect(text).toMatch(/aria-label="Tokens issued, last 14 days"[\s\S]*<rect class="s0"/);
  });

  it('ask before a role goes, and say how many users lose it', async () => {
    const admin = await Admin.login(service().url, administrator);
    const [application, user, other] = [
      await admin.createApplication(),
      await admin.createUser(),
      await admin.createUser(),
    ];
    const role = await admin.createRole(application.id, { action: 'GET', resource: '/v2/entities' });
    await admin.giveRole(application.id, user.id, role);
    const { organization } = await admin.call('post', '/organizations', {
      organization: { name: 'Council', description: 'people' },
    });
    // One of them has it twice.
    for (const { id } of [user, other])
      await admin.call('put', `/organizations/${organization.id}/users/${id}/organization_roles/member`);
    await admin.call(
      'put',
      `/applications/${application.id}/organizations/${organization.id}/roles/${role}/organization_roles/member`,
    );
    const browser = await signedIn();
    const path = `/idm/applications/${application.id}/edit/roles`;
    const [permission] = /permissions\/[0-9a-f-]{36}/.exec((await browser.get(path)).text) ?? [''];
    const asked = async (which: string) =>
      browser.submit(await browser.get(`${path}/${which}`), `${which}/delete`, {});
    const aboutPermission = await asked(permission);
    expect(aboutPermission.text).toContain('2 users lose this permission.');
    const question = await asked(role);
    expect(question.text).toContain('2 users lose this role.');
    expect((await browser.get(path)).text).toContain(role);
    const answer = await browser.submit(question, `${role}/delete`, { confirmed: 'yes' });
    expect([answer.status, answer.location]).toEqual([302, path]);
    expect((await browser.get(path)).text).not.toContain(role);
  });

  it('write to whom the administrator means', async () => {
    const browser = await signedIn();
    const page = await browser.get('/idm/admins/notify');
    const answer = await browser.submit(page, '/idm/admins/notify', {
      to: 'organization',
      target: 'no such organization',
      subject: 'x',
      body: 'y',
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Nothing was found with this name.');
    const named = await browser.submit(page, '/idm/admins/notify', {
      to: 'users',
      target: `admin\n${adminEmail.toUpperCase()}`,
      subject: 'x',
      body: 'y',
    });
    // It is found; there is no mail server.
    expect([named.status, named.text.includes('Nothing was sent.')]).toEqual([422, true]);
    const nobody = await browser.submit(page, '/idm/admins/notify', { to: '', subject: 'x', body: 'y' });
    expect([nobody.status, nobody.text.includes('Choose who gets this email.')]).toEqual([422, true]);
  });
});
