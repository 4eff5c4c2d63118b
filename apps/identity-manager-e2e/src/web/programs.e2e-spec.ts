import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorizeAs } from '../authorize/code-flow';
import { Browser } from '../browser';
import { adminEmail, adminPassword, eachDatabase } from '../each-database';
import { Admin, type TestUser } from '../provision';

/** How each tab says its program is run. */
const COMMANDS = { curl: 'sh', node: 'node', python: 'python3', java: 'java' } as const;

type Language = keyof typeof COMMANDS;

/**
 * Java is not to prepare for a long life (second compiler, threads that collect): a program here is compiled, runs and ends. Nor is it
 * to read whose certificates it trusts: nothing here is asked by https.
 */
const OPTIONS: Readonly<Record<Language, readonly string[]>> = {
  curl: [],
  node: [],
  python: [],
  java: ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Djavax.net.ssl.trustStore=NONE'],
};

const isThere = (command: string) => command === 'sh' || spawnSync(command, ['--version']).status === 0;

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const textOf = (html: string, id: string) => new RegExp(`id="${id}">([^<]*)<`).exec(html)?.[1] ?? '';

/** The program that the tab shows, saved as a reader would. */
async function saveProgram(
  browser: Browser,
  id: string,
  language: Language,
  folder: string,
): Promise<string> {
  const { text } = await browser.get(`/idm/applications/${id}/start?in=${language}`);
  const [, name = '', program = ''] =
    /<h3>([^<]+)<\/h3>[\s\S]*?<pre class="code"[^>]*><code>([\s\S]*?)<\/code><\/pre>/.exec(text) ?? [];
  const file = join(folder, name);
  writeFileSync(file, `${unescaped(program)}\n`);
  return file;
}

/** Runs a program; what it asks for is answered when it has written all that `asks` wants to know. */
async function run(
  language: Language,
  file: string,
  env: Readonly<Record<string, string>>,
  answer?: (written: string) => Promise<string | undefined>,
): Promise<string> {
  const child = spawn(COMMANDS[language], [...OPTIONS[language], file], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  let written = '';
  let faults = '';
  let isAnswered = answer === undefined;
  child.stderr.on('data', (part: Buffer) => (faults += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdout.on('data', (part: Buffer) => {
    written += part.toString();
    if (isAnswered || !written.includes('Paste the address')) return;
    isAnswered = true;
    void answer?.(written).then((line) => child.stdin.end(`${line ?? ''}\n`));
  });
  expect({ status: await ended, faults }).toEqual({ status: 0, faults: '' });
  return written;
}

eachDatabase(
  (service) => {
    let folder: string;
    let browser: Browser;
    let user: TestUser;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'programs-'));
      browser = new Browser(service().url);
      const page = await browser.get('/auth/login');
      await browser.submit(page, '/auth/login', { email: adminEmail, password: adminPassword });
      user = await (await Admin.login(service().url)).createUser();
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** Registers an application of the kind as a user does, without scripts. */
    const register = async (kind: string) => {
      const page = await browser.get(`/idm/applications/new?kind=${kind}`);
      const answer = await browser.submit(page, '/idm/applications/new', {
        name: `A ${kind}`,
        ...(page.text.includes('name="redirect_uri"') && {
          redirect_uri: 'https://parking.example.org/back?x=1',
        }),
      });
      expect(answer.status).toBe(200);
      const id = /\/idm\/applications\/([\w-]+)\/start/.exec(answer.text)?.[1] ?? '';
      return { id, secret: textOf(answer.text, 'client-secret') };
    };

    const signInAt = async (written: string) => {
      const address = /https?:\S+\/oauth2\/authorize\S+/.exec(written)?.[0] ?? '';
      const { pathname, search } = new URL(address);
      return (await authorizeAs(new Browser(service().url), user, pathname + search)).location;
    };

    for (const [language, command] of Object.entries(COMMANDS) as [Language, string][]) {
      const test = isThere(command) ? it : it.skip;
      const note = isThere(command) ? '' : ` (no ${command} here)`;
      test(`the ${language} programs work as they stand${note}`, async () => {
        for (const kind of ['web', 'app']) {
          const { id, secret } = await register(kind);
          expect([kind, secret !== '']).toEqual([kind, kind === 'web']);
          const file = await saveProgram(browser, id, language, folder);
          const env: Record<string, string> = secret === '' ? {} : { CLIENT_SECRET: secret };
          const written = await run(language, file, env, signInAt);
          expect(written).toContain('Signed in:');
          expect(written).toContain(user.email);
        }
        const service = await register('service');
        const ofService = await saveProgram(browser, service.id, language, folder);
        expect(await run(language, ofService, { CLIENT_SECRET: service.secret })).toMatch(
          /The token says:\s[^]*"active": ?true/,
        );
        const device = await register('device');
        const machines = await browser.get(`/idm/applications/${device.id}/machines`);
        const made = await browser.submit(machines, '/iot', {});
        const env = {
          CLIENT_SECRET: device.secret,
          DEVICE_ID: textOf(made.text, 'machine-id'),
          DEVICE_PASSWORD: textOf(made.text, 'machine-password'),
        };
        const ofDevice = await saveProgram(browser, device.id, language, folder);
        expect(await run(language, ofDevice, env)).toMatch(/The token says:\s[^]*"active": ?true/);
      });
    }

    it('what is registered says what is still to be done', async () => {
      const { id } = await register('web');
      const page = await browser.get(`/idm/applications/${id}/start?in=nonsense`);
      expect(page.text).toContain('<html lang="en">');
      expect(page.text).toContain('Add a role');
      expect(page.text).not.toContain('>done<');
      // The secret was shown once.
      expect(page.text).not.toContain('id="client-secret"');
    });
  },
  {},
  ['sqlite'],
);
