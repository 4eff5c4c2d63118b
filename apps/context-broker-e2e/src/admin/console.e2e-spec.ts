import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { chromiumPath, eventually } from '@smart-city/testing';
import { errorBody } from '../support/broker-client';
import { startBroker } from '../support/each-store';

const EVIL = '<img src=x onerror=alert(1)>';

describe('/admin/console', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  beforeAll(async () => {
    broker = await startBroker(undefined, ['-adminConsole', '-httpTimeout', '300']);
  });
  afterAll(() => broker.stop());

  async function fill() {
    const client = broker.client();
    await client.post('/v2/entities', {
      id: 'Madrid',
      type: 'City',
      pos: { type: 'geo:json', value: { type: 'Point', coordinates: [-3.7, 40.4] } },
    });
    await client.post('/v2/entities', {
      id: 'Barcelona',
      type: 'City',
      pos: { type: 'geo:json', value: { type: 'Point', coordinates: [2.1, 41.3] } },
    });
    await client.post('/v2/entities', { id: 'R', type: 'Room' });
    await client.get('/v2', { 'User-Agent': EVIL });
    await client.post('/v2/subscriptions', {
      description: 'to nowhere',
      subject: { entities: [{ idPattern: '.*' }] },
      notification: { http: { url: 'http://127.0.0.1:1' } },
    });
    await client.put('/v2/entities/R/attrs?type=Room', { t: { value: 1 } });
    await eventually(async () => (await client.get('/v2/subscriptions')).body.includes('lastFailure'));
    await client.get('/v2/entities?limit=x');
    return client;
  }

  it('is a page without script and outside resources', async () => {
    const client = await fill();
    const page = await client.get(`/admin/console?service=${client.tenant}`);
    expect(page.status).toBe(200);
    expect(page.header('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.header('Content-Security-Policy')).toContain("default-src 'none'");
    expect(page.body).not.toMatch(/<script|https?:\/\/(?!127)/);
    expect(page.body).not.toContain(EVIL);
    expect(await client.get('/admin/console?service=a-b')).toMatchObject({ status: 400 });
  });

  (chromiumPath === undefined ? it.skip : it)('shows a person what there is (Chromium)', async () => {
    const client = await fill();
    const browser: Browser = await chromium.launch({
      executablePath: chromiumPath ?? '',
      args: ['--no-sandbox'],
    });
    try {
      const page = await browser.newPage();
      const foreign: string[] = [];
      const faults: string[] = [];
      page.on(
        'request',
        (request) => void (request.url().startsWith(broker.url) || foreign.push(request.url())),
      );
      page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
      await page.goto(`${broker.url}/admin/console?service=${client.tenant}`);
      expect(await page.title()).toBe(`Context broker: ${client.tenant}`);
      await page.locator('summary').first().click();
      const text = await page.locator('main').innerText();
      for (const words of ['Operation GET /v2', EVIL, 'City', 'Room', 'to nowhere', 'BadInput'])
        expect(text).toContain(words);
      expect(await page.locator('svg.map circle').count()).toBe(2);
      expect(await page.locator('svg.bars rect').count()).toBe(1);
      expect(await page.locator('.tiles').innerText()).toMatch(/Entities\s+3\s+2 types/);
      expect(await page.locator('.stack .bad').innerText()).toBe('failing');
      expect(await page.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse")).toBe(
        'collapse',
      );
      expect(await page.locator('details[open]').innerText()).toContain(`${EVIL} at 127.0.0.1`);
      await page.selectOption('select', '-');
      await page.click('button');
      expect(await page.title()).toBe('Context broker: default service');
      expect(foreign).toEqual([]);
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  (chromiumPath === undefined ? it.skip : it)(
    'is readable on a phone and a desk, by day and by night (Chromium)',
    async () => {
      const client = await fill();
      const browser: Browser = await chromium.launch({
        executablePath: chromiumPath ?? '',
        args: ['--no-sandbox'],
      });
      try {
        for (const width of [390, 1280]) {
          for (const colorScheme of ['light', 'dark'] as const) {
            const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
            await page.goto(`${broker.url}/admin/console?service=${client.tenant}`);
            const contentWidth = await page.evaluate('document.documentElement.scrollWidth');
            expect([width, colorScheme, contentWidth, await violations(page)]).toEqual([
              width,
              colorScheme,
              width,
              [],
            ]);
            await page.close();
          }
        }
      } finally {
        await browser.close();
      }
    },
    60_000,
  );

  it('is not there unless it is asked for', async () => {
    const plain = await startBroker();
    try {
      const answer = await plain.client().get('/admin/console');
      expect(answer).toMatchObject({
        status: 400,
        body: errorBody('BadRequest', 'Service not found. Check your URL as probably it is wrong.'),
      });
    } finally {
      await plain.stop();
    }
  });
});

/** What axe finds. Its script is put in by the debugger, past the page's own policy. */
async function violations(page: Awaited<ReturnType<Browser['newPage']>>): Promise<readonly string[]> {
  const axe = readFileSync(join(process.cwd(), 'node_modules/axe-core/axe.min.js'), 'utf8');
  await page.evaluate(axe);
  const found = await page.evaluate('axe.run()');
  return (found as { violations: { id: string }[] }).violations.map(({ id }) => id);
}
