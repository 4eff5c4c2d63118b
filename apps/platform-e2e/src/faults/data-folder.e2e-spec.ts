import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The user of the images. Only root can start a process of another user. */
const USER = 1000;
const canBe =
  process.getuid?.() === 0 &&
  // A clone in a folder of root's is none that another user can run.
  spawnSync('test', ['-r', 'dist/apps/context-broker/main.js'], { uid: USER, gid: USER }).status === 0;

(canBe ? describe : describe.skip)(
  `a data folder of another user${canBe ? '' : ' (skipped: needs root, and a clone that all can read)'}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'not-ours-'));
    const programs = mkdtempSync(join(tmpdir(), 'programs-'));
    const node = join(programs, 'node');
    beforeAll(() => {
      for (const each of [folder, programs]) chmodSync(each, 0o755);
      // Ours may lie in a folder of root's, where the other user cannot run it.
      copyFileSync(process.execPath, node);
      chmodSync(node, 0o755);
    });
    afterAll(() => {
      for (const each of [folder, programs]) rmSync(each, { recursive: true, force: true });
    });

    it.each(['context-broker', 'identity-manager'])(
      '%s names folder, user and remedy, and ends at once',
      (app) => {
        const { status, stdout, stderr } = spawnSync(node, [join('dist', 'apps', app, 'main.js')], {
          uid: USER,
          gid: USER,
          encoding: 'utf8',
          // Waiting for a database that will not come takes minutes.
          timeout: 60_000,
          env: {
            PATH: process.env['PATH'],
            ORION_DATA_DIR: folder,
            ORION_PORT: '0',
            ORION_DISABLE_FILE_LOG: 'TRUE',
            IDM_DATA_DIR: folder,
            IDM_PORT: '0',
          },
        });
        expect(status).toBe(1);
        expect(stdout + stderr).toContain(
          `the data folder ${folder} belongs to user 0:0 and cannot be written by user ${USER}:${USER}: give it to that user (chown -R ${USER}:${USER}`,
        );
      },
    );
  },
);
