import { chromiumPath, openChromium } from '@smart-city/testing';
import { Broker, enforcing, send } from '../support/broker';
import { Identity } from '../support/identity';

const CONSOLE = '/admin/console';
const HTML = ['Accept', 'text/html'];

/** An application whose people may sign in, a broker that it protects, and somebody who may look but not touch. */
async function start() {
  const identity = await Identity.shared();
  const application = await identity.createApplication();
  const user = await identity.createUser(application, [
    { action: 'GET', resource: '^/admin/console(/.*)?$', is_regex: true },
    { action: 'GET', resource: '^/v2/(types|entities)$', is_regex: true },
  ]);
  const broker = await Broker.start(enforcing(identity.url, application, ['-adminConsole']), {
    ORION_CONSOLE_CLIENT_SECRET: application.secret,
  });
  await identity.call('patch', `/applications/${application.id}`, {
    application: {
      redirect_uri: `${broker.url}${CONSOLE}/return`,
      grant_type: ['authorization_code', 'refresh_token', 'password'],
      scope: ['openid'],
    },
  });
  return { identity, application, user, broker };
}

describe('signing in to the console', () => {
  let world: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(async () => {
    await world.broker.dispose();
  });

  it('is asked of browsers, with state, nonce and challenge; clients are refused as ever', async () => {
    const { broker, identity, application } = world;
    for (const path of [CONSOLE, '/']) {
      const refused = await broker.send('GET', path);
      expect([refused.status, refused.headers['www-authenticate']]).toEqual([
        401,
        'Bearer realm="context-broker"',
      ]);
    }
    const welcome = await broker.send('GET', '/', { headers: HTML });
    expect([welcome.status, welcome.body.includes('This is a context broker')]).toEqual([200, true]);
    const asked = await broker.send('GET', `${CONSOLE}/map?type=Room`, { headers: HTML });
    expect(asked.status).toBe(303);
    const to = String(asked.headers['location']);
    expect(to).toBe(`${CONSOLE}/sign-in?to=${encodeURIComponent(`${CONSOLE}/map?type=Room`)}`);
    const sent = await broker.send('GET', to, { headers: HTML });
    const address = new URL(String(sent.headers['location']));
    expect(address.href).toContain(`${identity.url}/oauth2/authorize?`);
    const query = Object.fromEntries(address.searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: application.id,
      redirect_uri: `${broker.url}${CONSOLE}/return`,
      code_challenge_method: 'S256',
    });
    expect(
      [query['state'], query['nonce'], query['code_challenge']].every((text) => text!.length >= 43),
    ).toBe(true);
    expect(String(sent.headers['set-cookie'])).toMatch(/; Path=\/admin\/console; HttpOnly; SameSite=Lax$/);
    expect((await broker.send('POST', `${CONSOLE}/subscription`, { headers: HTML })).status).toBe(303);
  });

  it('is not finished by whoever did not begin it', async () => {
    const { broker } = world;
    const sent = await broker.send('GET', `${CONSOLE}/sign-in`, { headers: HTML });
    const cookie = String(sent.headers['set-cookie']).split(';', 1)[0]!;
    const state = new URL(String(sent.headers['location'])).searchParams.get('state')!;
    for (const [given, query] of [
      ['', `state=${state}&code=x`],
      [cookie, 'state=other&code=x'],
      [cookie, 'code=x'],
      [`${cookie}x`, `state=${state}&code=x`],
    ] as const)
      expect(
        (await broker.send('GET', `${CONSOLE}/return?${query}`, { headers: ['Cookie', given] })).status,
      ).toBe(400);
    for (const query of [`state=${state}&error=access_denied`, `state=${state}&code=made-up`]) {
      const answer = await broker.send('GET', `${CONSOLE}/return?${query}`, { headers: ['Cookie', cookie] });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
  });

  it('shows a role that is bound to a service path nothing of others', async () => {
    const { broker, identity, application } = world;
    const user = await identity.createUser(application, [
      { action: 'GET', resource: '^/admin/console(/.*)?$', is_regex: true },
      {
        action: 'GET',
        resource: '^/v2/(entities|subscriptions|registrations)(/.*)?$',
        is_regex: true,
        use_authorization_service_header: true,
        authorization_service_header: 'city/public',
      },
    ]);
    const ask = broker.as(await identity.token(application, user));
    const id = '0123456789abcdef01234567';
    for (const [page, query, accept, status] of [
      ['entities', 'type=Room&path=/public', 'text/html', 200],
      ['entities', 'type=Room&path=/secret', 'text/html', 403],
      ['entities', 'type=Room&path=/public,/secret', 'text/html', 400],
      ['map', 'path=/public,', 'text/html', 400],
      ['changes', 'path=/public,/secret', 'text/event-stream', 400],
      ['subscription', `path=/public&id=${id}`, 'text/html', 403],
      ['registration', `path=/public&id=${id}`, 'text/html', 403],
      ['entities', 'type=Room&path=/public&format=csv', 'text/html', 200],
      ['entities', 'type=Room&path=/secret&format=csv', 'text/html', 403],
      ['paths', 'path=/public&format=csv', 'text/html', 403],
    ] as const) {
      const address = `${CONSOLE}/${page}?service=city&${query}`;
      const answer = await ask('GET', address, undefined, ['Accept', accept]);
      expect([address, answer.status]).toEqual([address, status]);
    }
    for (const [page, unseen] of [
      ['', 'this service&#39;s subscriptions'],
      ['', 'this service&#39;s registrations'],
      ['/paths', 'all the service paths of this service'],
    ] as const) {
      const address = `${CONSOLE}${page}?service=city&path=/public`;
      const { status, body } = await ask('GET', address, undefined, HTML);
      const words = `Your roles don&#39;t let you see ${unseen}.`;
      expect([address, status, String(body).includes(words)]).toEqual([address, 200, true]);
    }
  });

  (chromiumPath === undefined ? it.skip : it)(
    'lets a person do what the person may do, until the token is worth nothing (Chromium)',
    async () => {
      const { broker, identity, user } = world;
      const browser = await openChromium();
      try {
        const page = await browser.newPage();
        page.setDefaultTimeout(30_000);
        await page.goto(`${broker.url}${CONSOLE}/entities`);
        await page.getByLabel('Email or username').fill(user.email);
        await page.getByLabel('Password').fill('passw0rd');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('button', { name: 'Authorize' }).click();
        await page.waitForURL(`${broker.url}${CONSOLE}/entities`);
        expect(await page.locator('h1').innerText()).toBe('Entities');
        expect(await page.locator('header').innerText()).toContain(user.email.split('@')[0]);
        const cookies = (await page.context().cookies(`${broker.url}${CONSOLE}`)).filter(
          ({ path }) => path === CONSOLE,
        );
        expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).not.toContainEqual([
          false,
          'Lax',
        ]);
        const followed = page.waitForResponse(/console\/changes/);
        await page.goto(`${broker.url}${CONSOLE}/entities?type=Room`);
        expect([(await followed).status(), await (await followed).headerValue('content-type')]).toEqual([
          200,
          'text/event-stream',
        ]);
        await page.goto(`${broker.url}${CONSOLE}/subscriptions`);
        expect(await page.locator('main').innerText()).toContain(
          "Your roles don't allow GET /v2/subscriptions",
        );
        const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
        const touch = await send(broker.url, 'POST', `${CONSOLE}/subscription`, {
          headers: ['Cookie', cookie],
        });
        expect([touch.status, touch.body.includes('Your roles don&#39;t allow')]).toEqual([403, true]);
        expect((await send(broker.url, 'GET', '/v2/types', { headers: ['Cookie', cookie] })).status).toBe(
          401,
        );
        const form = await page.locator('form[action$="/sign-out"] [name="form"]').inputValue();
        const elsewhere = await send(broker.url, 'POST', `${CONSOLE}/sign-out`, {
          headers: [
            ...['Content-Type', 'application/x-www-form-urlencoded'],
            ...['Cookie', cookie.replace(/console_session=[^;]+/, 'console_session=of-another')],
          ],
          body: new URLSearchParams({ form }).toString(),
        });
        expect([elsewhere.status, String(elsewhere.body).includes('out of date')]).toEqual([403, true]);
        const follow = async (what: string) =>
          (
            await send(broker.url, 'GET', `${CONSOLE}/changes?${what}`, {
              headers: ['Accept', 'text/event-stream', 'Cookie', cookie],
            })
          ).status;
        expect(await follow('entity=Room1&type=Room')).toBe(403);
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.waitForURL(`${broker.url}/`);
        const after = await send(broker.url, 'GET', CONSOLE, { headers: [...HTML, 'Cookie', cookie] });
        expect([after.status, await follow('type=Room')]).toEqual([303, 401]);
        expect(identity.output).not.toContain('passw0rd');
      } finally {
        await browser.close();
      }
    },
    120_000,
  );
});
