import { eventually } from '@smart-city/testing';
import { ApiClient } from '../api/api-client';
import { requests } from '../requests';
import { obtainCode } from '../authorize/code-flow';
import { adminEmail, adminPassword, eachDatabase } from '../each-database';
import { Admin, passwordTokens, requestToken } from '../provision';

eachDatabase((service) => {
  it('keeps no token, code or secret in clear', async () => {
    const admin = await Admin.login(service().url);
    const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
    const tokens = await passwordTokens(service().url, application, user);
    const secrets = [
      tokens.access_token,
      tokens.refresh_token,
      application.secret,
      application.jwtSecret,
      user.password,
    ];
    for (const table of [
      'access_tokens',
      'refresh_tokens',
      'applications',
      'users',
      'audit_log',
      'api_tokens',
    ]) {
      const text = JSON.stringify(await service().database.query(`SELECT * FROM ${table}`));
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
    expect(service().process.output()).not.toContain(application.secret);
  });

  it('keeps everything that was answered over kill -9', async () => {
    const admin = await Admin.login(service().url);
    const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
    const victim = await service().another();
    const issued: string[] = [];
    const write = async () => {
      for (;;) {
        const { body } = await requestToken(victim.url, application, { grant_type: 'client_credentials' });
        if (typeof body.access_token !== 'string') return;
        issued.push(body.access_token);
      }
    };
    const writers = Array.from({ length: 4 }, () => write().catch(() => undefined));
    while (issued.length < 20) await new Promise((resolve) => setTimeout(resolve, 10));
    await victim.stop('SIGKILL');
    await Promise.all(writers);
    for (const token of issued.slice(-10))
      await requests(service().url).get('/user').query({ access_token: token }).expect(200);
    await passwordTokens(service().url, application, user);
  });

  it('lets two processes start on it, gives one success to eight requests with one code or refresh token over all, and lets them end with 0', async () => {
    const admin = await Admin.login(service().url);
    const [application, user, first, second] = await Promise.all([
      admin.createApplication(),
      admin.createUser(),
      service().another(),
      service().another(),
    ]);
    for (const { url } of [first, second])
      await requests(url).get('/health/ready').expect(200, { status: 'ok' });
    const urls = [service().url, first.url, second.url];
    const race = async (fields: Record<string, string>) => {
      const asked = Array.from({ length: 8 }, (_, at) =>
        requestToken(urls[at % urls.length] ?? service().url, application, fields),
      );
      return (await Promise.all(asked)).map(({ status }) => status).sort();
    };
    const once = [200, 400, 400, 400, 400, 400, 400, 400];
    const tokens = await passwordTokens(service().url, application, user);
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect(await race(refresh)).toEqual(once);
    const code = await obtainCode(service().url, application, user);
    const redeem = { grant_type: 'authorization_code', code, redirect_uri: application.redirectUri };
    expect(await race(redeem)).toEqual(once);
    expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
  });

  it('answers what meets the deletion of what it is about as if that were gone', async () => {
    const { url } = service();
    const [admin, api] = await Promise.all([
      Admin.login(url),
      ApiClient.login(url, adminEmail, adminPassword),
    ]);
    for (let round = 0; round < 5; round++) {
      const [application, user, { organization }] = await Promise.all([
        admin.createApplication(),
        admin.createUser(),
        admin.call('post', '/organizations', { organization: { name: 'gardens', description: 'of a test' } }),
      ]);
      const ofApplication = `/applications/${application.id}`;
      const ofOrganization = `/organizations/${organization.id}`;
      const answers = await Promise.all([
        requestToken(url, application, {
          grant_type: 'password',
          username: user.email,
          password: user.password,
        }),
        requestToken(url, application, { grant_type: 'client_credentials' }),
        api.put(`${ofApplication}/users/${user.id}/roles/provider`),
        api.put(`${ofApplication}/organizations/${organization.id}/roles/provider/organization_roles/member`),
        api.put(`${ofOrganization}/users/${user.id}/organization_roles/member`),
        api.post(`${ofApplication}/roles`, { role: { name: 'gardener' } }),
        api.post(`${ofApplication}/permissions`, {
          permission: { name: 'water', action: 'GET', resource: '/' },
        }),
        api.post(`${ofApplication}/pep_proxies`),
        api.post(`${ofApplication}/iot_agents`),
        api.patch(`/users/${user.id}`, { user: { description: 'of a test' } }),
        api.delete(`/users/${user.id}`),
        api.delete(ofApplication),
        api.delete(ofOrganization),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      expect(answers.slice(-3).map(({ status }) => status)).toEqual([204, 204, 204]);
    }
  });

  it('writes the audit log', async () => {
    const admin = await Admin.login(service().url);
    const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
    await passwordTokens(service().url, application, user);
    await requestToken(service().url, application, {
      grant_type: 'password',
      username: user.email,
      password: 'wrong',
    }).expect(400);
    const sql = 'SELECT event, outcome FROM audit_log WHERE application_id = ?';
    const seen = async () =>
      (await service().database.query(sql, [application.id])).map(
        ({ event, outcome }) => `${String(event)} ${String(outcome)}`,
      );
    const wanted = ['login success', 'token.issue success', 'login failure'];
    // Each is written shortly after its answer, beside lines of what was made before.
    await eventually(async () => {
      const lines = await seen();
      return wanted.every((line) => lines.includes(line));
    });
  });
});
