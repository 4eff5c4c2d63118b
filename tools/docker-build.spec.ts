import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@smart-city/testing';
import { DockerfileParser } from 'dockerfile-ast';

// What the images are built from, run as written, where there is no Docker: the RUN, COPY and ENTRYPOINT lines of the
// Dockerfiles in clean folders. It downloads every package, so it runs only where TEST_CLEAN_BUILD is set: .ci/run.
const isAsked = process.env['TEST_CLEAN_BUILD'] !== undefined;
const PORTS = { 'context-broker': '1026', 'identity-manager': '3000' } as const;
type App = keyof typeof PORTS;

const root = mkdtempSync(join(tmpdir(), 'clean-build-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Stage by stage, the instructions of a Dockerfile. */
function stagesOf(app: App) {
  const stages: { readonly keyword: string; readonly content: string }[][] = [];
  for (const instruction of DockerfileParser.parse(
    readFileSync(`docker/${app}.Dockerfile`, 'utf8'),
  ).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') stages.push([]);
    else
      stages
        .at(-1)!
        .push({ keyword: instruction.getKeyword(), content: instruction.getArgumentsContent() ?? '' });
  }
  return stages;
}

function run(command: string, cwd: string): void {
  const env = {
    ...process.env,
    NX_DAEMON: 'false',
    NODE_OPTIONS: '',
    NODE_ENV: '',
    npm_config_prefer_offline: 'true',
  };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${command} ended with ${status}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
}

/** One folder a build stage's beginning, as Docker keeps one layer: what both Dockerfiles begin with runs once. */
const layers = new Map<string, string>();

/** The build stage: files of the repository that git knows, and the commands. */
function build(app: App): string {
  const folder = join(root, app, 'src');
  mkdirSync(folder, { recursive: true });
  let done = '';
  for (const { keyword, content } of stagesOf(app)[0]!) {
    done += `${keyword} ${content}\n`;
    if (keyword === 'COPY') copyFromRepository(content.split(' ').slice(0, -1), folder);
    else if (keyword === 'RUN') {
      const layer = layers.get(done);
      if (layer) {
        cpSync(layer, folder, { recursive: true, verbatimSymlinks: true });
        continue;
      }
      run(content, folder);
      const kept = join(root, `layer-${layers.size}`);
      cpSync(folder, kept, { recursive: true, verbatimSymlinks: true });
      layers.set(done, kept);
    }
  }
  return folder;
}

function copyFromRepository(wanted: readonly string[], folder: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '--', ...wanted], { encoding: 'utf8' });
  for (const file of stdout.trim().split('\n')) cpSync(file, join(folder, file));
}

/** The last stage: what is taken over from the build, and nothing else. */
function assemble(app: App, built: string): string {
  const folder = join(root, app, 'image');
  for (const { keyword, content } of stagesOf(app)[1]!) {
    const copied = /^\/src\/(\S+) (\S+)$/.exec(content);
    if (keyword !== 'COPY' || !copied) continue;
    const target = copied[2] === './' ? copied[1]! : copied[2]!;
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    cpSync(join(built, copied[1]!), join(folder, target), { recursive: true });
  }
  return folder;
}

/** Starts it as the image would, asks the health check of the image, and stops it as `docker stop` does. */
async function startAndStop(
  app: App,
  folder: string,
): Promise<{ health: number | null; code: number | null }> {
  const instructions = stagesOf(app)[1]!;
  const list = (keyword: string) => {
    const content = instructions.find((instruction) => instruction.keyword === keyword)!.content;
    return JSON.parse(content.slice(content.indexOf('['))) as [string, ...string[]];
  };
  const port = String(await freePort());
  const data = join(root, app, 'data');
  const [command, ...args] = list('ENTRYPOINT');
  const broker = ['-port', port, '-dbURI', `sqlite:${data}`, '-pidpath', join(root, `${app}.pid`)];
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    IDM_DATA_DIR: data,
    IDM_PORT: port,
    IDM_ADMIN_PASS: 'not 1234',
  };
  const own = args.filter((word, at) => word !== '-pidpath' && args[at - 1] !== '-pidpath');
  const child = spawn(command, app === 'context-broker' ? [...own, ...broker] : own, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('listening on') && resolve());
    child.once('exit', (code) => reject(new Error(`${app} ended with ${code}`)));
  });
  const [checker, ...words] = list('HEALTHCHECK');
  const check = spawn(
    checker,
    words.map((word) => word.replace(PORTS[app], port)),
  );
  const health = await new Promise<number | null>((resolve) => check.once('exit', resolve));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return { health, code: await ended };
}

(isAsked ? describe : describe.skip)(
  `Dockerfiles in a clean folder${isAsked ? '' : ' (skipped: TEST_CLEAN_BUILD is not set)'}`,
  () => {
    it.each(['context-broker', 'identity-manager'] as const)(
      '%s builds, starts, is healthy and stops',
      async (app) => {
        const image = assemble(app, build(app));
        expect(await startAndStop(app, image)).toEqual({ health: 0, code: 0 });
      },
      1_800_000,
    );
  },
);
