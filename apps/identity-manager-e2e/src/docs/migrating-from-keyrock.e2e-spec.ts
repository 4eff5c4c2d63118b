import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, runScript, shellBlocks, visiting } from '@smart-city/testing';
import { createKeyrockDatabase, type KeyrockDatabase } from '../import/keyrock-database';

const servers = [
  ['mysql', process.env['IDM_TEST_MYSQL_URL']],
  ['postgres', process.env['IDM_TEST_POSTGRES_URL']],
] as const;

/** A token from before, a password from before, and the secret of an application. */
const ASK = `curl -sf "$IDM/user?access_token=${'a'.repeat(40)}&action=GET&resource=/data"; echo
curl -sf $IDM/oauth2/token -u tutorial-dckr-site-0000-xpresswebapp:7e3a1b5c-9f51-4f8a-8c0e-1d6f5a7b9c2d \\
  -d grant_type=password -d username=bob@test.com -d password=test; echo`;

describe.each(servers)('shell lines about a Keyrock database on %s', (name, address) => {
  if (!address) {
    it.skip(`needs a ${name} server in the environment`, () => undefined);
    return;
  }
  let keyrock: KeyrockDatabase;
  let folder: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    keyrock = await createKeyrockDatabase(address);
    folder = mkdtempSync(join(tmpdir(), 'from-keyrock-'));
    const port = await freePort();
    env = {
      KEYROCK_DB: keyrock.url,
      IDM: `http://127.0.0.1:${port}`,
      IDM_PORT: String(port),
      IDM_DATA_DIR: folder,
    };
  });
  afterEach(async () => {
    await keyrock.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('of docs/migrating-from-keyrock.md: imported, imported again, and everybody gets in as before', () => {
    const steps = shellBlocks('docs/migrating-from-keyrock.md').join('');
    const { status, stdout, stderr } = runScript(visiting(steps, /^.*main\.js$/gm, '$IDM', ASK), { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const part of [
      /user: \d+ taken over, \d+ already here/,
      /user: 0 taken over, \d+ unchanged, \d+ already here/,
      /"authorization_decision":"Permit".*"username":"alice"/,
      /"access_token":"[0-9a-f]{40}"/,
    ])
      expect(stdout).toMatch(part);
  });

  it('of the README', () => {
    const line = /^node .*import-keyrock .*$/m.exec(shellBlocks('README.md').join(''))?.[0] ?? '';
    const { status, stdout } = runScript(line.replace(/\S+$/, `'${keyrock.url}'`), { env });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/user: \d+ taken over/) });
  });
});
