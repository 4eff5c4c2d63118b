import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Broker, enforcing, send } from '../support/broker';
import { Haproxy, hasHaproxy } from '../support/haproxy';
import { Identity, type Application } from '../support/identity';

const read = (path: string) => readFileSync(join(process.cwd(), path), 'utf8');
const document = read('docs/security.md');
const blocks = (language: string) =>
  [...document.matchAll(new RegExp(`^ *\`\`\`${language}\n(.*?)\n *\`\`\`$`, 'gms'))].map(
    ([, text]) => text!,
  );

it('shows the guard as it is tested', () => {
  expect(blocks('ts')[0]).toBe(read('apps/platform-e2e/src/protected-service/token.guard.ts').trimEnd());
});

it('the compose file uses variables that exist', () => {
  const variables = [...read('docker/compose.secured.yaml').matchAll(/^ {6}((?:ORION|IDM)_\w+):/gm)].map(
    ([, name]) => name!,
  );
  expect(variables.length).toBeGreaterThan(6);
  const configuration = read('docs/configuration.md');
  expect(variables.filter((name) => !configuration.includes(`\`${name}\``))).toEqual([]);
});

const PROGRAMS = 'apps/identity-manager/src/assets/programs';
const fromPage = (folder: string) => (): readonly string[] =>
  ['broker.sh', 'ask-broker.sh'].map((file) => read(`${folder}/${file}`));

let identity: Identity;
let application: Application;
/** By their flags: the same are one. */
const brokers = new Map<string, Broker>();
beforeAll(async () => {
  identity = await Identity.shared();
  application = await identity.createApplication();
});
afterAll(async () => {
  await Promise.all([...brokers.values()].map((broker) => broker.dispose()));
});

/** One that nobody writes to. */
async function brokerWith(flags: readonly string[]): Promise<Broker> {
  const key = flags.join(' ');
  const broker = brokers.get(key) ?? (await Broker.start(flags));
  brokers.set(key, broker);
  return broker;
}

it.each([
  ['this document', () => blocks('sh'), 'user'],
  ['the page of an application', fromPage(PROGRAMS), 'user'],
  // A program has no roles: here its token alone has to do.
  ['the page of a service', fromPage(`${PROGRAMS}/machine`), 'itself'],
] as const)('the steps of %s do what they say', async (_place, steps, who) => {
  const [start = '', use = ''] = steps();
  const user = await identity.createUser(application, [
    { action: 'GET', resource: '^/v2/entities(/.*)?$', is_regex: true },
  ]);
  const local = (text: string) =>
    text
      .replace(/^#.*\n/gm, '')
      .replaceAll(/http:\/\/localhost:3000|'__ISSUER__'/g, identity.url)
      .replaceAll(/\$APP_ID|'__CLIENT_ID__'/g, application.id);
  const flags = local(start).trim().split(/\s+/).slice(1);
  expect(flags).toContain('-authz');
  const broker = await brokerWith(flags.filter((flag) => flag !== '-multiservice' && flag !== '-fg'));
  const script = local(use).replaceAll('http://localhost:1026', broker.url);
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      APP_SECRET: application.secret,
      USER_EMAIL: user.email,
      USER_PASSWORD: 'passw0rd',
      TOKEN: await (who === 'user' ? identity.token(application, user) : identity.tokenOf(application)),
    },
  });
  expect(stdout).toBe('[]');
  await expect(
    promisify(execFile)('sh', ['-euc', script], {
      env: { ...process.env, NODE_OPTIONS: '', TOKEN: 'none' },
    }),
  ).rejects.toThrow();
});

it('the page about permissions on entities prints what it says', async () => {
  const page = read('docs/entity-permissions.md');
  const steps = [...page.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```json\n([\s\S]*?)^```\n)?/gm)];
  const broker = await Broker.start(enforcing(identity.url, application));
  try {
    const owner = await identity.createUser(application, [{ entities: { verbs: ['create'] } }]);
    const make = broker.as(await identity.token(application, owner));
    const entity = (id: string, type: string, more: object) => ({ id, type, ...more });
    const temperature = (value: number) => ({ temperature: { value }, occupant: { value: 'Ann' } });
    for (const one of [
      entity('Room1', 'Room', temperature(20)),
      entity('Room2', 'Room', temperature(25)),
      entity('Car1', 'Car', { speed: { value: 50 } }),
    ])
      expect((await make('POST', '/v2/entities', one)).status).toBe(201);
    const user = await identity.createUser(application, []);
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      APP_ID: application.id,
      USER_ID: user.id,
      ADMIN: await identity.adminLogin(),
      TOKEN: await identity.token(application, user),
    };
    for (const [, lines = '', printed] of steps) {
      const script = lines
        .replaceAll('http://localhost:3000', identity.url)
        .replaceAll('http://localhost:1026', broker.url);
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env });
      if (printed !== undefined) expect(stdout.trim()).toBe(printed.trim());
    }
    expect(steps.length).toBeGreaterThan(3);
  } finally {
    await broker.dispose();
  }
});

(hasHaproxy ? it : it.skip)(
  `the console page is reached through the proxy shown${hasHaproxy ? '' : ' (skipped: HAProxy is not installed)'}`,
  async () => {
    const operator = await identity.createUser(application, [
      { action: 'GET', resource: '^/admin/console(/.*)?$', is_regex: true },
    ]);
    const token = await identity.token(application, operator, 'permanent');
    const broker = await Broker.start(enforcing(identity.url, application, ['-adminConsole']));
    const proxy = await Haproxy.start(
      `${blocks('haproxy')[0]}\n`,
      { '127.0.0.1:1026': new URL(broker.url).host },
      { CONSOLE_TOKEN: token },
    );
    try {
      const status = async (url: string, path: string, method = 'GET') =>
        (await send(url, method, path)).status;
      for (const path of ['/admin/console', '/admin/console?service=-', '/admin/console/operation'])
        expect([await status(broker.url, path), await status(proxy.url, path)]).toEqual([401, 200]);
      expect(await status(proxy.url, '/v2/entities')).toBe(403);
      expect(await status(proxy.url, '/admin/console/subscription', 'POST')).toBe(403);
    } finally {
      await proxy.stop();
      await broker.dispose();
    }
  },
);

it('the console page is open where -authzOpen names it', async () => {
  const open = ['-adminConsole', '-authzOpen', '/admin/console,/admin/console/style,/admin/console/:page'];
  const unused = { id: 'nobody asks', secret: '', jwtSecret: '' };
  const broker = await Broker.start(enforcing('http://127.0.0.1:9', unused, open));
  try {
    for (const path of ['/admin/console', '/admin/console/style', '/admin/console/map'])
      expect((await broker.send('GET', path)).status).toBe(200);
    expect((await broker.send('POST', '/admin/console/subscription')).status).toBe(401);
    expect((await broker.send('GET', '/admin/deprecations')).status).toBe(401);
  } finally {
    await broker.dispose();
  }
});
