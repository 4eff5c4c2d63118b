import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An older Node, from npm's cache or its registry. */
const find = `import('./tools/node-from-registry.mjs').then(({ fetchNode }) => console.log(fetchNode(20).node ?? ''))`;
const old = spawnSync(process.execPath, ['--input-type=module', '-e', find], {
  encoding: 'utf8',
  env: { ...process.env, NODE_OPTIONS: '' },
}).stdout.trim();

const COMMANDS = [
  ['context-broker', []],
  ['context-broker', ['backup', '--to', 'copy']],
  ['context-broker', ['restore', '--from', 'copy']],
  ['context-broker', ['copy', '--from', 'sqlite:a', '--to', 'sqlite:b']],
  ['identity-manager', []],
  ['identity-manager', ['backup', '--to', 'copy']],
  ['identity-manager', ['restore', '--from', 'copy']],
  ['identity-manager', ['copy', '--to', 'sqlite:b']],
  ['identity-manager', ['import-keyrock', 'mysql://localhost:1/idm']],
] as const;

(old ? describe : describe.skip)(
  `main.js on Node 20${old ? '' : ' (skipped: npm has no Node 20 for this machine)'}`,
  () => {
    let folder: string;
    const fetched = () => join(folder, 'dist/fetched-node');
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'old-node-'));
      cpSync('dist/apps', join(folder, 'dist/apps'), { recursive: true });
      symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    });
    afterEach(() => rmSync(fetched(), { force: true }));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const run = (app: string, args: readonly string[]) =>
      spawnSync(old, [join('dist/apps', app, 'main.js'), ...args], {
        cwd: folder,
        encoding: 'utf8',
        timeout: 60_000,
        env: {
          PATH: process.env['PATH'],
          ORION_PORT: '0',
          IDM_PORT: '0',
          IDM_DATA_DIR: join(folder, 'data'),
        },
      });

    it.each(COMMANDS)('%s %j: one line, exit code 2', (app, args) => {
      const { status, signal, stdout, stderr } = run(app, args);
      expect({ status, signal, stdout }).toEqual({ status: 2, signal: null, stdout: '' });
      expect(stderr).toMatch(
        /^Node 20\.\d+\.\d+ is too old: Node 22 or later is needed\. Install it .*`npm start`.*\n$/,
      );
    });

    it('runs under the Node that npm start fetched, with its arguments, output and exit code', () => {
      writeFileSync(fetched(), `${process.execPath}\n`);
      const copied = run('identity-manager', ['backup', '--to', 'saved']);
      expect(copied.signal).toBeNull();
      const missing = run('context-broker', ['backup', '--data', 'nowhere', '--to', 'saved']);
      expect(missing.status).toBe(1);
      expect(missing.stderr).toContain('nowhere holds no data');
      expect(run('identity-manager', ['--version']).stdout).toMatch(/^identity-manager \d/);
    });

    it('says that it is too old where that Node is gone', () => {
      writeFileSync(fetched(), '/nowhere/node\n');
      expect(run('context-broker', []).status).toBe(2);
    });
  },
);
