import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '@smart-city/testing';
import { requests } from '../requests';
import { eachFreshDatabase } from '../each-database';
import { Admin, passwordTokens } from '../provision';
import { runCommand } from './run-command';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'idm-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The address of the database that a service's settings name. */
function addressOf(env: Readonly<Record<string, string>>): string {
  const { IDM_DB_DIALECT: dialect, IDM_DB_USER: user = '', IDM_DB_PASS: password = '' } = env;
  if (dialect === undefined) return `sqlite:${env['IDM_DB_FILE']}`;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `${dialect}://${login}@${env['IDM_DB_HOST']}:${env['IDM_DB_PORT']}/${env['IDM_DB_NAME']}`;
}

describe('identity-manager copy', () => {
  eachFreshDatabase((service) => {
    it('moves everything to an embedded database and back, also after it was killed; tokens and passwords go on', async () => {
      const { url, database } = service();
      const admin = await Admin.login(url);
      const application = await admin.createApplication();
      const user = await admin.createUser();
      const { access_token: token } = await passwordTokens(url, application, user);
      // Enough rows that the copy is not done before it is killed.
      const days = Array.from({ length: 3000 }, (_, day) => `('${application.id}', ${day}, 'Permit', 1)`);
      await database.query(
        `INSERT INTO decision_counts (application_id, day, decision, amount) VALUES ${days.join(', ')}`,
      );
      const [here, there] = [addressOf(database.env), `sqlite:${join(folder, 'moved.db')}`];
      const copy = (from: string, to: string, ...more: string[]) => [
        'copy',
        '--from',
        from,
        '--to',
        to,
        ...more,
      ];
      const away = database.env['IDM_DB_DIALECT'] && here.replace(/[^/]+$/, 'nowhere');
      if (away)
        expect(await runCommand(copy(away, there), database.env)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining('there is no database nowhere'),
        });
      const killed = await runCommand(copy(here, there), database.env, { killAt: /^users: /m });
      expect(killed.code).toBeNull();
      expect(await runCommand(copy(here, there), database.env)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--force'),
      });
      expect(await runCommand(copy(here, there, '--force'), database.env)).toMatchObject({
        code: 0,
        stdout: 'copied; both databases hold the same\n',
      });
      const moved = await startService('identity-manager', {
        env: {
          IDM_PORT: '0',
          IDM_DATA_DIR: folder,
          IDM_DB_FILE: join(folder, 'moved.db'),
          IDM_ENCRYPTION_KEY: database.env['IDM_ENCRYPTION_KEY']!,
        },
      });
      await requests(moved.url).get(`/user?access_token=${token}`).expect(200);
      expect((await passwordTokens(moved.url, application, user)).access_token).toMatch(/./);
      expect(await moved.stop()).toBe(0);
      expect(await runCommand(copy(there, here, '--force'), database.env)).toMatchObject({
        code: 0,
        // What it says there tells why, when it does not end so.
        stderr: expect.stringMatching(/comparing both databases …\n$/) as string,
      });
      const [{ n } = { n: 0 }] = await database.query('SELECT COUNT(*) AS n FROM access_tokens');
      expect(Number(n)).toBe(2);
    });
  });

  it('ends with 1 at a source that is not there or not ours, and makes nothing', async () => {
    const env = { IDM_DATA_DIR: folder };
    const [from, to] = [join(folder, 'missing', 'a.db'), join(folder, 'b.db')];
    const ask = () => runCommand(['copy', '--from', `sqlite:${from}`, '--to', `sqlite:${to}`], env);
    expect(await ask()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `cannot copy: there is no database at ${from}\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(join(folder, 'missing'));
    writeFileSync(from, '');
    expect(await ask()).toMatchObject({
      code: 1,
      stderr: `cannot copy: ${from} is not the database of an identity manager\n`,
    });
    expect(readFileSync(from, 'utf8')).toBe('');
    expect(readdirSync(folder)).toEqual(['missing']);
  });

  it('says what is wrong', async () => {
    const to = `sqlite:${join(folder, 'a.db')}`;
    const env = { IDM_DATA_DIR: folder };
    expect(await runCommand(['copy', '--from', to], env)).toMatchObject({ code: 2 });
    expect(await runCommand(['copy', '--from', to, '--to', to], env)).toMatchObject({ code: 2 });
    expect(await runCommand(['copy', '--from', 'oracle://x/y', '--to', to], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a database is'),
    });
    const away = await runCommand(['copy', '--from', 'postgres://u:p@127.0.0.1:1/d', '--to', to], env);
    expect([away.code, away.stdout]).toEqual([1, '']);
    expect(away.stderr).toMatch(/^could not copy: .*\n$/);
  });
});
