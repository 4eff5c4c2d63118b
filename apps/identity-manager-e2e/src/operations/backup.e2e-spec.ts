import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type ServiceProcess } from '@smart-city/testing';
import { requests } from '../requests';
import { adminPassword } from '../each-database';
import { Admin, passwordTokens } from '../provision';
import { runCommand } from './run-command';

let folder: string;
let running: ServiceProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'idm-backup-'));
  running = await start('data');
});
afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);
const start = (data: string) =>
  startService('identity-manager', {
    env: { IDM_PORT: '0', IDM_DATA_DIR: at(data), IDM_ADMIN_PASS: adminPassword },
  });

describe('identity-manager backup and restore', () => {
  it('copies data and key of a running process; a process on the copy knows its tokens and secrets', async () => {
    const admin = await Admin.login(running.url);
    const application = await admin.createApplication();
    const user = await admin.createUser();
    const { access_token: token } = await passwordTokens(running.url, application, user);
    const backup = await runCommand(['backup', '--to', at('copy')], { IDM_DATA_DIR: at('data') });
    expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining('with its encryption key') });
    expect(readdirSync(at('copy')).sort()).toEqual(['backup.json', 'encryption.key', 'identity-manager.db']);
    const restore = (data: string, ...more: string[]) =>
      runCommand(['restore', '--from', at('copy'), ...more], { IDM_DATA_DIR: at(data) });
    expect(await restore('data', '--force')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in use'),
    });
    await running.stop();
    expect(await restore('data')).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
    expect(await restore('new')).toMatchObject({ code: 0 });
    const restored = await start('new');
    await requests(restored.url).get(`/user?access_token=${token}`).expect(200);
    // The application's secret is encrypted with the key.
    expect((await passwordTokens(restored.url, application, user)).access_token).toMatch(/./);
    await restored.stop();
  });
  it('says what is wrong, and leaves no backup behind that is none', async () => {
    const env = { IDM_DATA_DIR: at('data') };
    const full = await runCommand(['backup', '--to', at('none')], env, { mostBlocks: 20 });
    expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot copy') });
    expect(existsSync(at('none'))).toBe(false);
    expect(await runCommand(['backup'], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--to is missing'),
    });
    const server = { IDM_DB_DIALECT: 'postgres', IDM_DB_HOST: 'localhost' };
    expect(await runCommand(['backup', '--to', at('none')], server)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the server's own tools"),
    });
  });
});
