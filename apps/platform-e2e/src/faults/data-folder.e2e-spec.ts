import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The user of the images. Only root can start a process of another user. */
const USER = 1000;
const isRoot = process.getuid?.() === 0;

(isRoot ? describe : describe.skip)(
  `a data folder of another user${isRoot ? '' : ' (skipped: needs root)'}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'not-ours-'));
    chmodSync(folder, 0o755);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it.each(['context-broker', 'identity-manager'])(
      '%s names folder, user and remedy, and ends at once',
      (app) => {
        const { status, stdout, stderr } = spawnSync(
          process.execPath,
          [join('dist', 'apps', app, 'main.js')],
          {
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
          },
        );
        expect(status).toBe(1);
        expect(stdout + stderr).toContain(
          `the data folder ${folder} belongs to user 0:0 and cannot be written by user ${USER}:${USER}: give it to that user (chown -R ${USER}:${USER}`,
        );
      },
    );
  },
);
