import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { accessibilityViolations, chromiumPath, eventually, openChromium } from '@smart-city/testing';
import type { BrokerClient } from '../support/broker-client';
import { errorBody } from '../support/broker-client';
import { EventReader } from '../support/event-reader';
import { sharedBroker, startBroker } from '../support/each-store';

const EVIL = '<img src=x onerror=alert(1)>';
/** A name that fits nowhere. */
const LONG = `urn:ngsi-ld:Room:${'a-room-with-a-long-name-'.repeat(8)}`;
/** No place to break it. */
const LONG_TYPE = 'AirQualityObservedAtAStationWithALongNameInTheMiddleOfTheTown';
const NAME = 'tells a receiver that is full';
const CONSOLE = '/admin/console';
const MOST_BYTES = 60_000;
/** As it is: the client does not unpack. */
const PLAIN = { 'Accept-Encoding': 'identity' };
const HTML = { ...PLAIN, Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('/admin/console', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  let client: BrokerClient;
  /** A subscriber that has no room. */
  let receiver: Server;
  const received: { readonly headers: NodeJS.Dict<string | string[]> }[] = [];
  let failingId = '';
  let registrationId = '';

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      received.push({ headers: request.headers });
      request.resume().on('end', () => response.writeHead(507).end('no room for this'));
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    broker = await startBroker(undefined, ['-adminConsole', '-httpTimeout', '5000']);
    client = broker.client();
    await fill();
  });
  afterAll(async () => {
    receiver.close();
    await broker.stop();
  });

  const subscribe = async (description: string, url: string, type: string): Promise<string> => {
    const made = await client.post('/v2/subscriptions', {
      description,
      subject: { entities: [{ idPattern: '.*', type }] },
      notification: { http: { url } },
    });
    return made.header('location')!.split('/').at(-1)!;
  };

  async function fill(): Promise<void> {
    const at = (lon: number, lat: number) => ({
      type: 'geo:json',
      value: { type: 'Point', coordinates: [lon, lat] },
    });
    const rooms = Array.from({ length: 120 }, (_, n) => ({
      id: n === 0 ? LONG : `Room${n}`,
      type: `Type${n % 60}`,
      t: { value: n },
      pos: at(2 + n / 1000, 41),
    }));
    await client.post('/v2/op/update', { actionType: 'append', entities: rooms });
    await client.post('/v2/entities', { id: 'Madrid', type: 'City', pos: at(-3.7, 40.4) });
    await client.post('/v2/entities', { id: 'Station', type: LONG_TYPE, pos: at(-3.7, 40.4) });
    for (let n = 0; n < 30; n++) await subscribe(`watch ${n}`, 'http://127.0.0.1:9/never', 'Nothing');
    failingId = await subscribe(
      NAME,
      `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/full`,
      'City',
    );
    const registration = await client.post('/v2/registrations', {
      dataProvided: { entities: [{ id: 'Far', type: 'Away' }], attrs: ['t'] },
      provider: { http: { url: 'http://127.0.0.1:1/v2' } },
    });
    registrationId = registration.header('location')!.split('/').at(-1)!;
    await client.get('/v2/entities/Far?type=Away');
    await client.get('/v2', { 'User-Agent': EVIL });
    await client.get('/v2/entities?limit=x');
    await client.patch('/v2/entities/Madrid/attrs?type=City', { pos: at(-3.7, 40.41) });
    await eventually(async () => (await client.get(`/v2/subscriptions/${failingId}`)).body.includes('507'));
  }

  const look = (address: string) => client.get(address, PLAIN);
  const at = (page: string, query = '') =>
    `${CONSOLE}${page === '' ? '' : `/${page}`}?service=${client.tenant}${query}`;
  const pages = () => [
    at(''),
    at('errors'),
    at('entities'),
    at('entities', '&type=Type1'),
    at('entities', `&id=${encodeURIComponent('^Room')}&q=${encodeURIComponent('t>5')}`),
    at('entity', `&id=${encodeURIComponent(LONG)}&type=Type0`),
    at('map'),
    at('map', '&lon=2&lat=41&zoom=9'),
    at('map', `&type=${LONG_TYPE}`),
    at('subscriptions'),
    at('subscription', `&id=${failingId}`),
    at('registrations'),
    at('registration', `&id=${registrationId}`),
    at('services'),
    at('paths'),
    at('operation'),
    at('deprecations'),
  ];

  it('has pages with a strict policy, without outside resources, compressed and small', async () => {
    for (const address of pages()) {
      const answer = await fetch(broker.url + address, { headers: { 'Accept-Encoding': 'br' } });
      expect([address, answer.status, answer.headers.get('content-encoding')]).toEqual([address, 200, 'br']);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
      expect(Number(answer.headers.get('content-length'))).toBeLessThan(MOST_BYTES);
      const text = await answer.text();
      expect(text.length).toBeLessThan(3 * MOST_BYTES);
      expect(text).not.toMatch(/<script(?! src="\/admin)|<style| style=|(?:src|href)="https?:/);
      expect(text).not.toContain(EVIL);
    }
    const plain = await look(at(''));
    expect([plain.header('Content-Encoding'), plain.header('Vary')]).toEqual([
      undefined,
      'Accept-Language, Accept-Encoding, Cookie',
    ]);
  });

  it('says first what fails, why and what was answered', async () => {
    const { body } = await look(at(''));
    for (const words of ['answered 507: no room for this', 'Could not connect to server', 'BadInput'])
      expect(body).toContain(words);
  });

  it('finds entities by pattern and condition, and shows one with its subscriptions', async () => {
    const found = await look(
      at('entities', `&id=${encodeURIComponent('^Room11')}&q=${encodeURIComponent('t>112')}`),
    );
    expect(found.body).toContain('Room113');
    expect(found.body).not.toContain('Room112');
    expect((await look(at('entities', '&q=%3D%3D'))).status).toBe(400);
    const madrid = await look(at('entity', '&id=Madrid&type=City'));
    expect(madrid.body).toContain(failingId);
    expect(madrid.body).toContain('40.41, -3.7');
    const [, entity = ''] = /href="([^"]*console\/entity\?[^"]*)"/.exec(found.body)!;
    const opened = await look(entity.replaceAll('&amp;', '&'));
    expect([opened.status, opened.body.includes(`href="${at('subscriptions')}"`)]).toEqual([200, true]);
    expect((await look(at('entity', '&id=Nobody'))).status).toBe(404);
  });

  it('orders lists where they are by their heads, and sends them whole as files', async () => {
    const rows = ({ body }: { readonly body: string }) =>
      [...body.matchAll(/<th scope="row">\s*<a[^>]*>([^<]*)</g)].map(([, name]) => name);
    const rooms = `&id=${encodeURIComponent('^Room1[01]')}`;
    const listed = await look(at('entities', `${rooms}&sort=-id&size=50`));
    expect(rows(listed).slice(0, 3)).toEqual(['Room119', 'Room118', 'Room117']);
    expect(listed.body).toMatch(/aria-sort="descending"[^>]*>\s*<a [^>]*>ID</);
    expect((await look(at('entities', '&type=Type1'))).body).toMatch(/class="note"\s*>2 entities</);
    const types = await look(at('entities', '&sort=type&words=TYPE1'));
    expect(rows(types).slice(0, 3)).toEqual(['Type1', 'Type10', 'Type11']);
    const [, address = ''] = /href="([^"]*format=csv)"/.exec(listed.body) ?? [];
    const file = await look(address.replaceAll('&amp;', '&'));
    expect([file.status, file.header('Content-Type'), file.header('Content-Disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="entities.csv"',
    ]);
    const lines = file.body.trimEnd().split('\r\n');
    expect([lines.length, lines[0]]).toEqual([
      23,
      expect.stringContaining('id,type,service_path,attributes,created,changed'),
    ]);
    expect(lines[1]).toMatch(/^Room119,Type59,\/,2,20\d\d-[^,]*Z,20/);
    for (const [page, query, first] of [
      ['entities', '', 'type,entities'],
      ['entity', '&id=Madrid&type=City', 'name,type,value,metadata,created,changed'],
      ['subscriptions', '&sort=target', 'id,description,status,'],
      ['registrations', '', 'id,description,service_path,provider,'],
      ['services', '', 'service,bytes'],
      ['paths', '', 'service_path'],
      ['errors', '', 'level,count,first,last,service,correlator,text'],
      ['operation', '', 'target,waiting'],
      ['deprecations', '', 'feature,part,state,'],
    ] as const) {
      const { status, body } = await look(at(page, `${query}&format=csv`));
      expect([page, status, body.slice(1, first.length + 1)]).toEqual([page, 200, first]);
    }
    expect((await look(at('entities', '&q=%3D%3D&format=csv'))).status).toBe(400);
    expect((await look(at('map', '&format=csv'))).header('Content-Type')).toBe('text/html; charset=utf-8');
  });

  it('counts on the map what is too much to read, and shows who is alone', async () => {
    const crowd = broker.client();
    const entities = Array.from({ length: 1_101 }, (_, n) => ({
      id: `Sensor${n}`,
      type: `Type${n % 60}`,
      pos: { type: 'geo:point', value: n === 0 ? '41.2, 2.9' : `${41 + (n % 10) / 1000}, ${2 + n / 2000}` },
    }));
    await crowd.post('/v2/op/update', { actionType: 'append', entities });
    for (const query of ['', '&lon=2.4&lat=41.1&zoom=9']) {
      const { status, body } = await crowd.get(`${CONSOLE}/map?service=${crowd.tenant}${query}`, PLAIN);
      expect([status, body.length < 3 * MOST_BYTES]).toEqual([200, true]);
      expect(body).toMatch(/Map of 1,101 entities[\s\S]* entities, 60 types: zoom in/);
      expect(body).toContain('aria-label="Sensor0 (Type0)"');
    }
    const few = await crowd.get(`${CONSOLE}/map?service=${crowd.tenant}&type=Type1`, PLAIN);
    expect(few.body).toMatch(/Map of 19 entities[\s\S]*Sensor1</);
  });

  it('pauses and resumes a subscription, and sends a test, for forms of its own pages only', async () => {
    const page = await look(at('subscription', `&id=${failingId}`));
    const form = /name="form"\s+value="([^"]+)"/.exec(page.body)![1]!;
    const cookie = page.header('Set-Cookie')!.split(';', 1)[0]!;
    const press = (action: string, headers: Record<string, string> = { Cookie: cookie }, token = form) =>
      client.send('POST', `${CONSOLE}/subscription`, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ service: client.tenant, id: failingId, action, form: token }).toString(),
      });
    const status = async () =>
      ((await client.get(`/v2/subscriptions/${failingId}`)).json() as { status: string }).status;
    expect((await press('pause', {})).status).toBe(403);
    expect((await press('pause', { Cookie: cookie }, 'x')).status).toBe(403);
    expect((await press('pause', { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect(await status()).toBe('active');
    expect(await press('pause')).toMatchObject({ status: 303 });
    expect(await status()).toBe('inactive');
    const before = received.length;
    const tested = await press('test');
    expect(tested.header('Location')).toContain('done=test');
    expect(received.slice(before).map(({ headers }) => headers['notification-test'])).toEqual(['true']);
    const { body } = await look(tested.header('Location')!);
    expect(body).toMatch(/The test was sent[\s\S]*507[\s\S]*no room for this/);
    expect((await press('resume')).status).toBe(303);
    expect(await status()).toBe('active');
    expect((await press('explode')).status).toBe(400);
  });

  it('pauses and resumes several that are marked, and says how many are gone', async () => {
    const page = await look(at('subscriptions', '&words=watch+2&sort=name'));
    const [, form = ''] = /name="form"\s+value="([^"]+)"/.exec(page.body)!;
    const ids = [...page.body.matchAll(/name="marked"\s+value="(\w+)"/g)].map(([, id]) => id!);
    expect(ids).toHaveLength(11);
    const press = (action: string, marked: readonly string[], token = form) =>
      client.send('POST', `${CONSOLE}/subscription`, {
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Cookie: page.header('Set-Cookie')!.split(';', 1)[0]!,
        },
        body: new URLSearchParams([
          ...Object.entries({ service: client.tenant, form: token, several: action, sort: 'name' }),
          ...marked.map((id) => ['marked', id] as [string, string]),
        ]).toString(),
      });
    const statuses = async () => {
      const answers = await Promise.all(ids.map((id) => client.get(`/v2/subscriptions/${id}`)));
      return new Set(answers.map((answer) => (answer.json() as { status: string }).status));
    };
    expect((await press('pause', ids, 'x')).status).toBe(403);
    expect((await press('explode', ids)).status).toBe(400);
    const many = Array.from({ length: 101 }, (_, n) => String(n).padStart(24, '0'));
    expect((await press('pause', many)).status).toBe(400);
    expect(await statuses()).toEqual(new Set(['active']));
    const paused = await press('pause', [...ids, ids[0]!, '0'.repeat(24), 'none']);
    expect(paused.header('Location')).toBe(at('subscriptions', '&sort=name&done=pause&changed=11&missing=2'));
    expect(await statuses()).toEqual(new Set(['inactive']));
    expect((await look(paused.header('Location')!)).body).toContain(
      '11 subscriptions are paused. 2 no longer exist.',
    );
    await press('resume', ids);
    expect(await statuses()).toEqual(new Set(['active']));
  });

  it('tells open pages that something has changed, not what', async () => {
    const address = /data-follow="([^"]+)"/.exec(
      (await look(at('entity', '&id=Madrid&type=City'))).body,
    )![1]!;
    const reader = await EventReader.open(broker.url + address.replaceAll('&amp;', '&'));
    await client.post('/v2/entities/Madrid/attrs?type=City', { mood: { value: 'secret' } });
    const [told] = await reader.take(1);
    expect(told).toEqual([
      'update',
      { id: 'Madrid', type: 'City', dateModified: expect.stringMatching(/^2.*Z$/) as string },
    ]);
    reader.close();
    for (const [path, headers, status] of [
      [at('changes'), {}, 406],
      [at('changes'), { Accept: 'text/event-stream', 'Sec-Fetch-Site': 'cross-site' }, 403],
      [at('changes', '&q=%3D%3D'), { Accept: 'text/event-stream' }, 400],
      [at('changes', '&path=a%20b'), { Accept: 'text/event-stream' }, 400],
      [`${CONSOLE}/changes?service=../b`, { Accept: 'text/event-stream' }, 400],
      [
        at('changes', `&id=${encodeURIComponent(`^${'(a{1,999})'.repeat(50)}`)}`),
        { Accept: 'text/event-stream' },
        400,
      ],
    ] as const)
      expect([path, (await client.get(path, headers)).status]).toEqual([path, status]);
  });

  it('shows faults as pages', async () => {
    for (const [address, status] of [
      [`${CONSOLE}?service=a-b`, 400],
      [`${CONSOLE}/nothing`, 404],
      [at('entities', '&q=%3D%3D'), 400],
      [at('entities', '&id=%5B'), 400],
      [`${CONSOLE}/subscription?id=${EVIL}`, 404],
    ] as const) {
      const answer = await look(address);
      expect([address, answer.status, answer.header('Content-Type')]).toEqual([
        address,
        status,
        'text/html; charset=utf-8',
      ]);
      expect(answer.body).not.toContain(EVIL);
    }
  });

  it("speaks the language of its reader's browser, or the one they choose on the page", async () => {
    const inLanguage = (address: string, headers: Record<string, string>) =>
      client.get(address, { ...HTML, ...headers });
    const spanish = await inLanguage(at('subscriptions'), { 'Accept-Language': 'es-ES,es;q=0.9,en;q=0.8' });
    expect(spanish.body).toMatch(/<html lang="es">[\s\S]*31 suscripciones/);
    expect((await inLanguage('/', { 'Accept-Language': 'es' })).body).toContain('Esto es un context broker');
    const fault = await inLanguage(`${CONSOLE}/nothing`, { 'Accept-Language': 'es' });
    expect([fault.status, fault.body.includes('La consola no tiene ninguna página')]).toEqual([404, true]);
    const choose = (language: string, back: string, headers: Record<string, string> = {}) =>
      client.send('POST', `${CONSOLE}/language`, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ language, back }).toString(),
      });
    const [, back] = /name="back"\s+value="([^"]*)"/.exec(spanish.body)!;
    const chosen = await choose('en', back!.replaceAll('&amp;', '&'));
    expect([chosen.status, chosen.header('Location')]).toEqual([303, at('subscriptions')]);
    const [Cookie = ''] = chosen.header('Set-Cookie')!.split(';', 1);
    const english = await inLanguage(at('subscriptions'), { 'Accept-Language': 'es', Cookie });
    expect(english.body).toMatch(/<html lang="en">[\s\S]*31 subscriptions/);
    expect((await choose('en', '//evil.example/')).header('Location')).toBe('/');
    expect((await choose('xx', '/')).status).toBe(400);
    expect((await choose('en', '/', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });

  it('is found from /, by browsers only', async () => {
    const welcome = await client.get('/', HTML);
    expect([welcome.status, welcome.body.includes(`href="${CONSOLE}"`)]).toEqual([200, true]);
    const plain = await sharedBroker();
    const others = { ...HTML, Accept: 'application/json' };
    for (const answer of [
      await client.get('/'),
      await client.get('/', others),
      await client.post('/', { a: 1 }),
    ])
      expect(answer.status).toBe(400);
    const [with_, without] = [await client.get('/'), await plain.client().get('/', HTML)];
    expect([with_.status, with_.body]).toEqual([without.status, without.body]);
    expect(await plain.client().get('/admin/console')).toMatchObject({
      status: 400,
      body: errorBody('BadRequest', 'Service not found. Check your URL as probably it is wrong.'),
    });
  });

  /** Somebody looks while others change what is shown: an entity is shown as it is, a list says how much has changed. */
  async function followChanges(page: Page): Promise<void> {
    const changed = client.post('/v2/entities', { id: 'Watched', type: 'Watch', level: { value: 'calm' } });
    expect((await changed).status).toBe(201);
    const open = page.waitForResponse(/console\/changes/);
    await page.goto(broker.url + at('entity', '&id=Watched&type=Watch'));
    expect((await open).status()).toBe(200);
    await client.patch('/v2/entities/Watched/attrs', { level: { value: 'stormy' } });
    await page.locator('main :text("stormy")').first().waitFor();
    const listed = page.waitForResponse(/console\/changes/);
    await page.goto(broker.url + at('entities', '&type=Watch'));
    await listed;
    await client.post('/v2/entities', { id: 'Another', type: 'Watch' });
    await page.locator('.changes:has-text("1 change since you opened this.")').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('Another');
    await page.setViewportSize({ width: 320, height: 900 });
    expect([
      await page.evaluate('document.documentElement.scrollWidth'),
      await accessibilityViolations(page),
    ]).toEqual([320, []]);
    await page.click('.changes a');
    await page.locator('main a:text-is("Another")').waitFor();
  }

  (chromiumPath === undefined ? it.skip : it)(
    'leads a person from the trouble to its cause, on a phone and a desk, by day and by night (Chromium)',
    async () => {
      const browser = await openChromium();
      try {
        const page = await browser.newPage();
        const foreign: string[] = [];
        const faults: string[] = [];
        page.on(
          'request',
          (request) => void (request.url().startsWith(broker.url) || foreign.push(request.url())),
        );
        page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
        await page.goto(`${broker.url}/`);
        await page.click('footer [lang="es"]');
        expect(await page.locator('main h1').innerText()).toBe('Esto es un context broker');
        await page.click('footer [lang="en"]');
        await page.click('main a');
        await page.selectOption('#service', client.tenant);
        await page.click('.aside button');
        await page.click(`main a:has-text("${NAME}")`);
        expect(await page.locator('h1').innerText()).toBe(NAME);
        await page.click('button:has-text("Send a test")');
        expect(await page.locator('.done').innerText()).toContain('The test was sent');
        await page.locator('summary').first().click();
        expect(await page.locator('details[open]').innerText()).toContain('no room for this');
        await page.click('nav a:has-text("Map")');
        await page.click('svg a[aria-label*=": zoom in"]');
        await page.waitForURL(/zoom=/);
        await page.click('[data-swap] a:has-text("Zoom out")');
        expect(await page.locator('h1').innerText()).toBe('Map');
        await followChanges(page);
        // What is looked at below stays as it is while it is looked at.
        await page.addInitScript('window.EventSource = class { addEventListener() {} close() {} };');
        for (const [width, language, colorScheme, some] of [
          [320, 'es', 'light', ['/', ...pages()]],
          [1280, 'en', 'dark', [at(''), at('map'), at('subscription', `&id=${failingId}`)]],
        ] as const) {
          await page.context().clearCookies({ name: 'language' });
          await page.setExtraHTTPHeaders({ 'Accept-Language': language });
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          for (const address of some) {
            await page.goto(broker.url + address);
            const contentWidth = await page.evaluate('document.documentElement.scrollWidth');
            expect([address, contentWidth, await accessibilityViolations(page)]).toEqual([
              address,
              width,
              [],
            ]);
          }
        }
        expect([foreign, faults]).toEqual([[], []]);
      } finally {
        await browser.close();
      }
    },
    120_000,
  );
});
