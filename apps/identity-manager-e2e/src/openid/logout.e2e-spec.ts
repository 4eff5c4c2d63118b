import { decodeProtectedHeader, UnsecuredJWT } from 'jose';
import { Browser, formOf } from '../browser';
import { eachDatabase } from '../each-database';
import { Admin, type TestUser } from '../provision';
import { requests } from '../requests';
import { LogoutReceiver } from './logout-receiver';
import { openApplication, RelyingParty } from './relying-party';

/* What the plans RP-initiated logout and back-channel logout of the conformance suite ask; tests name its modules. */

const BYE = 'http://127.0.0.1:9/bye';
const OTHER_BYE = 'https://parking.city.example/bye?x=1';
const END = '/auth/external_logout';
const CONFIRM = '/auth/confirm_logout';

eachDatabase(
  (service) => {
    let admin: Admin;
    let user: TestUser;
    let receiver: LogoutReceiver;
    beforeAll(async () => {
      admin = await Admin.login(service().url);
      receiver = await LogoutReceiver.open();
    });
    afterAll(() => receiver.close());
    beforeEach(async () => {
      user = await admin.createUser();
      receiver.received.length = 0;
    });

    /** Somebody who has signed in at an application, with the id token that it got. */
    const signedIn = async (more: Readonly<Record<string, unknown>> = {}, scope = 'openid') => {
      const application = await openApplication(admin, { redirect_sign_out_uri: [BYE, OTHER_BYE], ...more });
      const client = new RelyingParty(service().url, application, user);
      const { body } = await client.exchange((await client.authorize({ scope })).fields['code']).expect(200);
      return {
        client,
        hint: body.id_token,
        refreshToken: String(body.refresh_token),
        token: body.access_token,
      };
    };
    const end = (
      client: RelyingParty,
      parameters: Readonly<Record<string, string>>,
      browser = client.browser,
    ) =>
      browser.request(`${END}?${new URLSearchParams(parameters).toString()}`, {
        headers: { accept: 'text/html' },
      });
    const confirm = async (client: RelyingParty, parameters: Readonly<Record<string, string>>) => {
      const page = await end(client, parameters);
      expect(page.text).toContain('Sign out?');
      return client.browser.submit(page, CONFIRM, {});
    };
    const isSignedIn = async (client: RelyingParty) =>
      (await client.ask({ prompt: 'none' })).fields['error'] === undefined;

    it('oidcc-rp-initiated-logout: the hint of the session ends it without a question', async () => {
      const { client, hint } = await signedIn();
      const state = 'a b&c=d'.repeat(18);
      const page = await end(client, { id_token_hint: hint, post_logout_redirect_uri: BYE, state });
      expect([page.status, page.location]).toEqual([302, `${BYE}?state=${encodeURIComponent(state)}`]);
      expect(await isSignedIn(client)).toBe(false);
    });

    it('oidcc-rp-initiated-logout-no-state, and the second of the registered addresses', async () => {
      const { client, hint } = await signedIn();
      const page = await end(client, { id_token_hint: hint, post_logout_redirect_uri: OTHER_BYE });
      expect([page.status, page.location]).toEqual([302, OTHER_BYE]);
    });

    it('oidcc-rp-initiated-logout-no-post-logout-redirect-uri: a page', async () => {
      const { client, hint } = await signedIn();
      const page = await end(client, { id_token_hint: hint, state: 'x' });
      expect([page.status, page.location]).toEqual([200, undefined]);
      expect(page.text).toContain('You are signed out.');
      expect(await isSignedIn(client)).toBe(false);
    });

    it.each([
      'https://evil.example/',
      '//evil.example/',
      `${BYE}/`,
      `${BYE}?x=1`,
      `${BYE}#x`,
      'javascript:alert(1)',
      'http://127.0.0.1:9/callback',
      'http://127.0.0.1:9',
    ])(
      'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri: signed out, and not sent to %s',
      async (address) => {
        const { client, hint } = await signedIn();
        const page = await end(client, {
          id_token_hint: hint,
          post_logout_redirect_uri: address,
          state: 'x',
        });
        expect([page.status, page.location]).toEqual([200, undefined]);
        expect(page.text).not.toContain(address);
        expect(await isSignedIn(client)).toBe(false);
      },
    );

    it('oidcc-rp-initiated-logout-no-params, -only-state, -no-id-token-hint: asks first', async () => {
      const { client } = await signedIn();
      const incomplete: readonly Readonly<Record<string, string>>[] = [
        {},
        { state: 'x' },
        { post_logout_redirect_uri: BYE },
      ];
      for (const parameters of incomplete) {
        const page = await confirm(client, parameters);
        expect([page.status, page.location]).toEqual([200, undefined]);
        expect(await isSignedIn(client)).toBe(false);
        await client.authorize();
      }
      const known = { client_id: client.application.id, post_logout_redirect_uri: BYE, state: 'x' };
      const page = await confirm(client, known);
      expect([page.status, page.location]).toEqual([303, `${BYE}?state=x`]);
      expect(await isSignedIn(client)).toBe(false);
    });

    it('oidcc-rp-initiated-logout-bad-id-token-hint, -modified-id-token-hint: a page with 400, and nothing ends', async () => {
      const { client, hint } = await signedIn();
      const another = await openApplication(admin);
      const wrong: readonly Readonly<Record<string, string>>[] = [
        { id_token_hint: 'nonsense' },
        { id_token_hint: `${hint.slice(0, -5)}AAAAA` },
        { id_token_hint: new UnsecuredJWT({ sub: user.id, aud: client.application.id }).encode() },
        { id_token_hint: hint, client_id: another.id },
        { client_id: 'nobody' },
      ];
      for (const parameters of wrong) {
        const page = await end(client, { post_logout_redirect_uri: BYE, ...parameters });
        expect([page.status, page.location]).toEqual([400, undefined]);
      }
      expect(await isSignedIn(client)).toBe(true);
    });

    it('a hint of another session asks first, so that no other site signs anybody out', async () => {
      const { client, hint } = await signedIn();
      const elsewhere = new RelyingParty(service().url, client.application, user);
      await elsewhere.authorize();
      const page = await end(elsewhere, { id_token_hint: hint, post_logout_redirect_uri: BYE });
      expect([page.status, page.text.includes('Sign out?')]).toEqual([200, true]);
      expect(await isSignedIn(elsewhere)).toBe(true);
      const form = formOf(page.text, CONFIRM);
      const forged = await elsewhere.browser.post(form.action, [
        ...form.fields.filter(([name]) => name !== '_csrf'),
        ['_csrf', 'forged'],
      ]);
      expect([forged.status, await isSignedIn(elsewhere)]).toEqual([403, true]);
    });

    it('takes the parameters of a form too, with which no cookie of the session comes', async () => {
      const { client, hint } = await signedIn();
      const fields: [string, string][] = [
        ['id_token_hint', hint],
        ['post_logout_redirect_uri', BYE],
        ['state', 'x'],
      ];
      const form = { method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'text/html' } };
      const sent = await new Browser(service().url).request(END, form);
      expect(sent.status).toBe(303);
      const page = await client.browser.request(sent.location ?? '', { headers: { accept: 'text/html' } });
      expect([page.status, page.location]).toEqual([302, `${BYE}?state=x`]);
      expect(await isSignedIn(client)).toBe(false);
      expect((await new Browser(service().url).request(END, form)).status).toBe(303);
    });

    it('ends refresh tokens of the session without offline_access, and leaves the others', async () => {
      const { client, hint, refreshToken, token } = await signedIn();
      const { fields } = await client.authorize({ scope: 'openid offline_access' });
      const { body } = await client.exchange(fields['code']).expect(200);
      await end(client, { id_token_hint: hint });
      await client.token({ grant_type: 'refresh_token', refresh_token: refreshToken }).expect(400);
      await client
        .token({ grant_type: 'refresh_token', refresh_token: String(body.refresh_token) })
        .expect(200);
      await client.userInfo(token).expect(200);
    });

    it('knows a hint of a key that signs no more', async () => {
      const { client, hint } = await signedIn();
      await service().database.query('UPDATE signing_keys SET signs_from = 1 WHERE id = ?', [
        decodeProtectedHeader(hint).kid,
      ]);
      const page = await end(client, { id_token_hint: hint, post_logout_redirect_uri: BYE });
      expect([page.status, page.location]).toEqual([302, BYE]);
    });

    it('oidcc-backchannel-rp-initiated-logout: tells applications of the session', async () => {
      const more = { backchannel_logout_uri: receiver.url, backchannel_logout_session_required: true };
      const { client, hint } = await signedIn(more);
      const other = new RelyingParty(service().url, await openApplication(admin), user);
      const page = await end(client, { id_token_hint: hint, post_logout_redirect_uri: BYE });
      expect(page.location).toBe(BYE);
      const [token = ''] = await receiver.tokens(1);
      expect(receiver.received[0]?.contentType).toBe('application/x-www-form-urlencoded');
      expect(decodeProtectedHeader(token).typ).toBe('logout+jwt');
      const claims = await client.verified(token);
      const { sid } = await client.verified(hint);
      expect(claims).toEqual({
        iss: service().url,
        aud: client.application.id,
        iat: expect.any(Number),
        exp: (claims.iat ?? 0) + 120,
        jti: expect.any(String),
        sub: user.id,
        sid,
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      });
      // A logout token is no id token that could come back as a hint.
      expect((await end(other, { id_token_hint: token })).status).toBe(400);
    });

    it.each<[string, (client: RelyingParty) => Promise<unknown>]>([
      [
        'a new password',
        () => admin.call('patch', `/users/${user.id}`, { user: { password: 'another one' } }),
      ],
      ['being disabled', () => admin.call('patch', `/users/${user.id}`, { user: { enabled: false } })],
      ['being deleted', () => admin.call('delete', `/users/${user.id}`)],
      [
        'signing out at the service',
        async ({ browser }) => {
          const page = await browser.get('/idm');
          return browser.submit(page, '/auth/logout', {});
        },
      ],
    ])('tells them of the end by %s', async (_how, act) => {
      const { client } = await signedIn({ backchannel_logout_uri: receiver.url, openid_style: null });
      await act(client);
      const [token = ''] = await receiver.tokens(1);
      expect((await client.verified(token)).sub).toBe(user.id);
    });

    it('tries again after an answer that is none, and follows no redirect', async () => {
      const { client, hint } = await signedIn({ backchannel_logout_uri: receiver.url });
      receiver.answerNext(302);
      await end(client, { id_token_hint: hint });
      const [first, second] = (await receiver.tokens(2)).map((token) => token.split('.')[1]);
      expect(first).not.toBe(second);
    });

    it('loses nothing by a restart: another process delivers what waits', async () => {
      const { client, hint } = await signedIn({ backchannel_logout_uri: receiver.url });
      const { sid } = await client.verified(hint);
      await service().database.query(
        'INSERT INTO logout_notices (sid, application_id, subject, issuer, attempts, due_at, created_at) VALUES (?, ?, ?, ?, 1, 1, 1)',
        [sid, client.application.id, user.id, service().url],
      );
      await service().another();
      const [token = ''] = await receiver.tokens(1);
      expect(await client.verified(token)).toMatchObject({ sid, sub: user.id });
    });

    it('does not reach where it may not: the address is judged when the connection is made', async () => {
      for (const address of ['http://169.254.169.254/latest', 'https://10.0.0.1/', 'http://[::1]:22/']) {
        const { client, hint } = await signedIn({ backchannel_logout_uri: address });
        const page = await end(client, { id_token_hint: hint, post_logout_redirect_uri: BYE });
        expect(page.location).toBe(BYE);
        expect(await isSignedIn(client)).toBe(false);
      }
    });

    it('oidcc-backchannel-logout-discovery-endpoint-verification', async () => {
      const { body } = await requests(service().url).get('/.well-known/openid-configuration').expect(200);
      expect(body).toMatchObject({
        end_session_endpoint: `${service().url}${END}`,
        backchannel_logout_supported: true,
        backchannel_logout_session_supported: true,
      });
    });
  },
  { IDM_OUTBOUND_ALLOW: '127.0.0.1' },
);
