import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Broker } from '../support/broker';
import { Identity } from '../support/identity';

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

it('the steps do what they say', async () => {
  const [start, use] = blocks('sh') as [string, string];
  const identity = await Identity.start();
  const application = await identity.createApplication();
  const user = await identity.createUser(application, [
    { action: 'GET', resource: '^/v2/entities(/.*)?$', is_regex: true },
  ]);
  const local = (text: string) =>
    text.replaceAll('http://localhost:3000', identity.url).replaceAll('$APP_ID', application.id);
  const flags = local(start).trim().split(/\s+/).slice(1);
  expect(flags).toContain('-authz');
  const broker = await Broker.start(flags.filter((flag) => flag !== '-multiservice'));
  try {
    const script = local(use).replaceAll('http://localhost:1026', broker.url);
    const { stdout } = await promisify(execFile)('sh', ['-euc', script], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        APP_SECRET: application.secret,
        USER_EMAIL: user.email,
        USER_PASSWORD: 'passw0rd',
      },
    });
    expect(stdout).toBe('[]');
  } finally {
    await broker.dispose();
    await identity.dispose();
  }
});
