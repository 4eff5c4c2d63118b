import { generateSync } from 'otplib';
import { requests } from '../requests';
import { loginAnswer, newApplication, newUser } from '../api/api-client';
import { obtainCode } from '../authorize/code-flow';
import { Browser } from '../browser';
import { eachDatabase, openSqlite, startIdentityManager } from '../each-database';
import { Admin, passwordTokens, requestToken } from '../provision';
import { Mailbox } from '../web/mailbox';

let mailbox: Mailbox | undefined;
afterAll(() => mailbox?.close());

eachDatabase(
  (service) => {
    /** Lines that are in the log once there are so many; entries are written shortly after the request. */
    async function lines(
      event: string,
      subject?: string,
      atLeast = 1,
    ): Promise<readonly Record<string, unknown>[]> {
      for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 50) {
        const rows = await service().database.query('SELECT * FROM audit_log WHERE event = ?', [event]);
        const found = rows.filter((row) => subject === undefined || row['subject'] === subject);
        if (found.length >= atLeast) return found;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return [];
    }

    async function signedIn({ email, password }: { readonly email: string; readonly password: string }) {
      const browser = new Browser(service().url);
      await browser.submit(await browser.get('/auth/login'), '/auth/login', { email, password });
      return browser;
    }

    const here = { address: expect.stringMatching(/127\.0\.0\.1$/) };

    describe('The audit log', () => {
      it('notes wrong passwords of machines', async () => {
        const owner = await newUser(service());
        const { id } = await newApplication(owner, {
          grant_type: ['password'],
          token_types: ['jwt'],
        });
        const base = `/applications/${id}`;
        const { pep_proxy: proxy } = (await owner.api.post(`${base}/pep_proxies`)).body;
        const iot = (await owner.api.post(`${base}/iot_agents`)).body.iot_agent;
        await loginAnswer(service().url, { name: proxy.id, password: 'wrong' });
        const application = (await owner.api.get(base)).body.application;
        await requestToken(service().url, application, {
          grant_type: 'password',
          username: iot.id,
          password: 'wrong',
        });
        for (const machine of [proxy.id, iot.id])
          expect(await lines('login', machine)).toEqual([
            expect.objectContaining({ outcome: 'failure', application_id: id, ...here }),
          ]);
        expect(await lines('application.secret.read', id)).toEqual([
          expect.objectContaining({ actor_id: owner.id, ...here }),
        ]);
        await owner.api.get('/applications');
        expect(await lines('application.secret.read', 'list')).not.toEqual([]);
      });

      it('notes wrong old passwords and codes, changes of address and sessions ended', async () => {
        const user = await newUser(service());
        const browser = await signedIn(user);
        const settings = () => browser.get('/idm/settings');
        const wished = { password1: 'a new long password', password2: 'a new long password' };
        await browser.submit(await settings(), '/idm/settings/password', {
          old_password: 'wrong',
          ...wished,
        });
        await browser.submit(await settings(), '/idm/settings/email', {
          email: `new-${user.email}`,
          email_password: user.password,
        });
        const page = await browser.get('/idm/settings/second_factor');
        const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
        await browser.submit(page, '/idm/settings/second_factor/enable', {
          code: generateSync({ secret }),
          factor_password: user.password,
        });
        await loginAnswer(service().url, { name: user.email, password: user.password, code: '000000' });
        for (const [event, outcome] of [
          ['password.again', 'failure'],
          ['user.email.request', 'success'],
          ['second-factor', 'failure'],
        ])
          expect(await lines(event ?? '', user.id)).toEqual(
            expect.arrayContaining([expect.objectContaining({ outcome, actor_id: user.id, ...here })]),
          );
      });

      it('notes sessions that are ended', async () => {
        const user = await newUser(service());
        const [browser] = [await signedIn(user), await signedIn(user)];
        const page = await browser.get('/idm/settings/sessions');
        await browser.submit(page, '/idm/settings/sessions', {});
        expect(await lines('session.end', user.id)).toEqual([
          expect.objectContaining({ outcome: 'success', actor_id: user.id, ...here }),
        ]);
      });

      it('notes who asked for a way back, and keys that are worth nothing', async () => {
        const user = await newUser(service());
        const browser = new Browser(service().url);
        for (const path of ['/password/request', '/auth/avoid_2fa'])
          await browser.submit(await browser.get(path), path, { email: user.email });
        expect(await lines('recovery.request', user.email, 2)).toHaveLength(2);
        const page = await browser.get('/activate?activation_key=made-up');
        await browser.submit(page, '/activate', {});
        expect(await lines('key.refuse')).toEqual([
          expect.objectContaining({ outcome: 'failure', details: '{"purpose":"activation"}', ...here }),
        ]);
      });

      it('notes refused rights and codes that come twice, with their address', async () => {
        const { url } = service();
        const [stranger, owner] = [await newUser(service()), await newUser(service())];
        const { id } = await newApplication(owner);
        await stranger.api.delete(`/applications/${id}`);
        expect(await lines('access.refuse', `DELETE /v1/applications/${id}`)).toEqual([
          expect.objectContaining({ actor_id: stranger.id, application_id: id, outcome: 'failure', ...here }),
        ]);
        const browser = await signedIn(stranger);
        await browser.get(`/idm/applications/${id}/edit`);
        expect(await lines('access.refuse', `GET /idm/applications/${id}/edit`)).toHaveLength(1);

        const admin = await Admin.login(url);
        const [application, user] = [await admin.createApplication(), await admin.createUser()];
        const code = await obtainCode(url, application, user);
        const redirect_uri = application.redirectUri;
        for (let times = 0; times < 2; times++)
          await requestToken(url, application, { grant_type: 'authorization_code', code, redirect_uri });
        expect(await lines('code.reuse')).toEqual([
          expect.objectContaining({ actor_id: user.id, application_id: application.id, ...here }),
        ]);
        const { refresh_token } = await passwordTokens(url, application, user);
        for (let times = 0; times < 2; times++)
          await requestToken(url, application, { grant_type: 'refresh_token', refresh_token });
        expect(await lines('token.reuse')).toEqual([expect.objectContaining(here)]);
        expect(await service().database.query('SELECT event FROM audit_log WHERE address IS NULL')).toEqual(
          [],
        );
      });
    });
  },
  async () => {
    mailbox ??= await Mailbox.open();
    return { IDM_ENABLE_2FA: 'true', IDM_RATE_LIMIT_ENABLED: 'false', ...mailbox.env };
  },
);

describe('Strangers', () => {
  it('write few lines, which tell how many there were', async () => {
    const database = await openSqlite();
    const service = await startIdentityManager(database, { IDM_RATE_LIMIT_ENABLED: 'false' });
    const wrong = (index: number) =>
      requests(service.url)
        .post('/oauth2/revoke')
        .auth(`nobody-${index}`, 'wrong')
        .type('form')
        .send({ token: 'x' });
    for (let sent = 0; sent < 300; sent += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => wrong(sent + index)));
    await service.stop();
    const rows = await database.query("SELECT * FROM audit_log WHERE event = 'client.authenticate'");
    await database.drop();
    const repeats = rows.map(
      ({ details }) => (JSON.parse(String(details)) as { repeats?: number } | null)?.repeats ?? 1,
    );
    expect(repeats.reduce((sum, count) => sum + count, 0)).toBe(300);
    expect(rows.length).toBeLessThan(70);
  });
});
