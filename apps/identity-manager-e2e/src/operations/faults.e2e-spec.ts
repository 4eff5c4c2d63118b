import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an identity manager that cannot start says so in a line', () => {
  it('about a data folder that cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, stderr } = await runCommand([], {
      IDM_PORT: '0',
      IDM_DATA_DIR: join(folder, 'file', 'data'),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^identity-manager cannot start: the data folder .* cannot be used: ENOTDIR.*; IDM_DATA_DIR names the folder\n$/,
    );
  });

  it('about a database server that is not there', async () => {
    const { code, stdout, stderr } = await runCommand([], {
      IDM_PORT: '0',
      IDM_DATA_DIR: join(folder, 'data'),
      IDM_DB_DIALECT: 'postgres',
      IDM_DB_HOST: '127.0.0.1',
      IDM_DB_PORT: '1',
      IDM_DB_PASS: 'secret',
      IDM_DB_ATTEMPTS: '1',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^identity-manager cannot start: the postgres server 127\.0\.0\.1:1: nothing listens there: .*\n$/,
    );
    expect(stdout + stderr).not.toMatch(/secret|\\n {4}at /);
  });
});

describe('a wrong call is told below the usage', () => {
  it.each([
    [['bakup'], "'bakup' is no command: backup was meant?"],
    [['--port'], "'--port' is no command; settings are IDM_* variables"],
    [['backup', '--too', 'x'], "unknown argument '--too': --to was meant?"],
  ])('%j', async (args, line) => {
    const { code, stderr } = await runCommand(args, { IDM_DATA_DIR: folder });
    expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([2, line]);
  });

  it('backup --help', async () => {
    const { code, stdout } = await runCommand(['backup', '--help'], {});
    expect([code, stdout.match(/identity-manager \S+/g)]).toEqual([0, ['identity-manager backup']]);
  });
});
