import { spawnSync } from 'node:child_process';
import { eventually } from '@smart-city/testing';
import { APPS, buildImage, buildImages, docker, hasEngine, PROCESS_MS, whySkipped } from './engine';

const MEGABYTE = 1_000_000;
const LARGEST_LAYERS = 40 * MEGABYTE;

/** What a program prints in a fresh container. */
const inContainer = (image: string, ...command: readonly string[]) =>
  docker('run', '--rm', '--entrypoint', command[0]!, `${image}:local`, ...command.slice(1));

(hasEngine ? describe : describe.skip)(`the images${whySkipped}`, () => {
  beforeAll(buildImages, 600_000);

  it.each(APPS)('%s adds less than 40 MB to its base image', async (app) => {
    const size = async (image: string) => Number(await docker('image', 'inspect', '-f', '{{.Size}}', image));
    const added = (await size(`${app}:local`)) - (await size('node:24-bookworm-slim'));
    console.log(`${app}: ${(added / MEGABYTE).toFixed(1)} MB on the base image`);
    expect(added).toBeGreaterThan(MEGABYTE);
    expect(added).toBeLessThan(LARGEST_LAYERS);
  });

  it.each(APPS)(
    '%s holds a program and its native parts, no maps, types or tools of the build',
    async (app) => {
      const files = (await inContainer(app, 'find', '/app', '-type', 'f')).split('\n');
      expect(files.filter((file) => /\.(?:map|ts|md)$/.test(file))).toEqual([]);
      expect(
        files.filter((file) => file.endsWith('.node')).map((file) => file.replace(/.*node_modules\//, '')),
      ).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^better-sqlite3\/prebuilds\/linux-(?:x64|arm64)\.node$/),
        ]),
      );
      const tools = await docker(
        'run',
        '--rm',
        '--entrypoint',
        'sh',
        `${app}:local`,
        '-c',
        'command -v git gcc make python3 || true',
      );
      expect(tools).toBe('');
    },
  );

  it('change when the program does, and not with the documents', async () => {
    // Each step of the builder says whether it was taken from what is there.
    const output = await buildImage('identity-manager');
    expect(output.match(/---> Using cache/g)?.length).toBe(
      output.match(/^Step \d+\/\d+ : (?!FROM)/gm)?.length,
    );
  });

  it.each(APPS)('%s runs subcommands after the flags of its entry point', async (app) => {
    const { status, stdout, stderr } = spawnSync(
      'docker',
      ['run', '--rm', `${app}:local`, 'backup', '--help'],
      {
        encoding: 'utf8',
      },
    );
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('backup --to <folder>')]);
  });

  it.each(APPS)('%s says what is wrong with a data folder of another user, and ends', async (app) => {
    const outcome = spawnSync('docker', ['run', '--rm', '--tmpfs', '/data:uid=0,mode=755', `${app}:local`], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(outcome.status).toBe(1);
    expect(outcome.stdout + outcome.stderr).toContain(
      '/data belongs to user 0:0 and cannot be written by user 1000:1000',
    );
  });

  it.each([
    ['context-broker', ['-e', 'ORION_OTLP_URL=http://127.0.0.1:4318']],
    ['identity-manager', ['-e', 'IDM_OTLP_URL=http://127.0.0.1:4318']],
  ])('%s has in its bundle what it loads on demand only', async (app, options) => {
    const id = await docker('run', '--detach', ...options, `${app}:local`);
    try {
      await eventually(
        async () => {
          const status = await docker('inspect', '-f', '{{.State.Status}} {{.State.Health.Status}}', id);
          if (status.startsWith('exited')) throw new Error(await docker('logs', id));
          return status.endsWith('healthy') && !status.endsWith('unhealthy');
        },
        60_000,
        PROCESS_MS,
      );
    } finally {
      await docker('rm', '--force', '--volumes', id);
    }
  });

  it.each([
    [['--fail', '-s', 'http://localhost:1/version'], 7],
    [['-X', 'POST', 'http://localhost:1/'], 2],
    [['--upload-file', 'x', 'http://localhost:1/'], 2],
  ])('curl %j ends with %s, as curl does', (args, code) => {
    const { status } = spawnSync('docker', [
      'run',
      '--rm',
      '--entrypoint',
      'curl',
      'context-broker:local',
      ...args,
    ]);
    expect(status).toBe(code);
  });
});
