import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@smart-city/testing';
import { send } from '../support/broker';
import {
  buildImages,
  command,
  docker,
  hasEngine,
  PROCESS_MS,
  readComposeDocument,
  whySkipped,
} from './engine';

const hasPodman = spawnSync('podman', ['--version']).status === 0;
const isRun = hasEngine && hasPodman;
const why = whySkipped || (hasPodman ? '' : ' (skipped: podman is not installed)');

(isRun ? describe : describe.skip)(`podman${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'podman-'));
  /** Stores of its own; no systemd is needed, which a bare machine has not. */
  const podman = (...args: readonly string[]) =>
    command('podman', [
      ...['--root', join(folder, 'root'), '--runroot', join(folder, 'run'), '--tmpdir', join(folder, 'tmp')],
      ...['--cgroup-manager', 'cgroupfs', '--events-backend', 'file', '--runtime', 'runc'],
      ...args,
    ]);
  beforeAll(async () => {
    await buildImages();
    await docker('save', 'context-broker:local', '--output', join(folder, 'image.tar'));
    await podman('load', '--input', join(folder, 'image.tar'));
  }, 600_000);
  afterAll(async () => {
    await podman('rm', '--force', '--all');
    await podman('rmi', '--force', '--all');
    spawnSync('umount', [join(folder, 'root', 'overlay')]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('runs the image as the compose file says, healthy by its check at another port, and stops it', async () => {
    const { services } = readComposeDocument('compose.embedded.yaml');
    const { test } = services['context-broker']!['healthcheck'] as { test: readonly string[] };
    const port = await freePort();
    await podman(
      ...['run', '--detach', '--name', 'broker', '--network', 'host', '--read-only', '--tmpfs', '/tmp'],
      ...['--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
      // Far fewer than an engine gives, and no more than every machine allows.
      ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'],
      ...['--health-cmd', JSON.stringify(test.slice(1))],
      ...['localhost/context-broker:local', '-port', String(port)],
    );
    // Exit code 0 is healthy.
    await eventually(
      () =>
        podman('healthcheck', 'run', 'broker').then(
          () => true,
          () => false,
        ),
      60_000,
      PROCESS_MS,
    );
    const created = await send(`http://127.0.0.1:${port}`, 'POST', '/v2/entities', {
      body: { id: 'E', type: 'T' },
    });
    expect(created.status).toBe(201);
    await podman('stop', '--time', '20', 'broker');
    expect(await podman('inspect', '--format', '{{.State.ExitCode}}', 'broker')).toBe('0');
  });
});
