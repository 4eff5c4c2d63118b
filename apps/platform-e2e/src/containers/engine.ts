import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@smart-city/testing';
import { parse, stringify } from 'yaml';

/** Set by tools/containers/with-engine.sh, which starts an engine that is the test's own. */
export const hasEngine = process.env['TEST_CONTAINERS'] !== undefined;
export const whySkipped = hasEngine ? '' : ' (skipped: not run by tools/containers/with-engine.sh)';

export const APPS = ['context-broker', 'identity-manager'] as const;
export type App = (typeof APPS)[number];

const run = promisify(execFile);
/** Between two questions that are a process each. */
export const PROCESS_MS = 500;
const MAX_OUTPUT = 64 * 1024 * 1024;

/** @returns what it printed. @throws Error with what it said when it fails */
export async function command(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await run(name, [...args], { env: { ...process.env, ...env }, maxBuffer: MAX_OUTPUT });
  return stdout.trim();
}

export const docker = (...args: readonly string[]) => command('docker', args);

/** `docker build` as the head of each Dockerfile says; afterwards the image is `<app>:local`. @returns what it printed */
export const buildImage = (app: App) =>
  docker('build', '--network', 'host', '-f', `docker/${app}.Dockerfile`, '-t', `${app}:local`, '.');

/** Builds what is not built yet, and says how long it took. */
export async function buildImages(): Promise<void> {
  for (const app of APPS)
    await docker('image', 'inspect', `${app}:local`).catch(async () => {
      const began = Date.now();
      await buildImage(app);
      console.log(`${app}: built in ${Math.round((Date.now() - began) / 1000)} s`);
    });
}

export interface ComposeService {
  image?: string;
  build?: { readonly dockerfile: string };
  environment?: Record<string, string>;
  [key: string]: unknown;
}

export interface ComposeDocument {
  name?: string;
  services: Record<string, ComposeService>;
  secrets?: Record<string, { file: string }>;
  [key: string]: unknown;
}

export const readComposeDocument = (file: string) =>
  parse(readFileSync(join('docker', file), 'utf8'), { merge: true }) as ComposeDocument;

/** One compose file brought up: `docker-compose`, run in `docker/` as the guide does. */
export class Project {
  private readonly folder = mkdtempSync(join(tmpdir(), 'compose-'));
  private readonly file = join(this.folder, 'compose.yaml');

  /**
   * @param document   the file; images are taken as they were built, the rest stays as it is
   * @param variables  for its `${…}`
   * @param envFile    contents of what `--env-file` names
   */
  constructor(
    readonly name: string,
    document: ComposeDocument,
    private readonly variables: Readonly<Record<string, string>> = {},
    private readonly envFile?: string,
  ) {
    this.document = document;
    if (envFile !== undefined) writeFileSync(join(this.folder, 'env'), envFile);
  }

  /** @param services  all unless named */
  async up(...services: readonly string[]): Promise<void> {
    await this.compose('up', '--detach', '--no-build', ...services);
  }

  async compose(...args: readonly string[]): Promise<string> {
    const envFile = this.envFile === undefined ? [] : ['--env-file', join(this.folder, 'env')];
    const options = [
      '--project-name',
      this.name,
      '--project-directory',
      resolve('docker'),
      '--file',
      this.file,
    ];
    return command('docker-compose', [...envFile, ...options, ...args], this.variables);
  }

  /** Debian's docker-compose is of 2021: it knows no top-level name, and names built images after the project. */
  private set document({ name: _, ...document }: ComposeDocument) {
    for (const service of Object.values(document.services)) {
      if (!service.build) continue;
      service.image = `${/^docker\/(.*)\.Dockerfile$/.exec(service.build.dockerfile)?.[1]}:local`;
      delete service.build;
    }
    writeFileSync(this.file, stringify({ version: '3.8', ...document }));
  }

  containerOf(service: string): Promise<string> {
    return this.compose('ps', '--quiet', service);
  }

  async inspect(service: string, format: string): Promise<string> {
    return docker('inspect', '--format', format, await this.containerOf(service));
  }

  /** Waits until its health check has passed. @throws Error with its log */
  async healthy(service: string, timeoutMs = 120_000): Promise<void> {
    const isHealthy = async () => (await this.inspect(service, '{{.State.Health.Status}}')) === 'healthy';
    await eventually(isHealthy, timeoutMs, PROCESS_MS).catch(async (error: unknown) => {
      const health = await this.inspect(service, '{{json .State.Health}}');
      throw new Error(`${service} is not healthy: ${health}\n${await this.logs(service)}`, { cause: error });
    });
  }

  async logs(service: string): Promise<string> {
    const child = spawn('docker', ['logs', await this.containerOf(service)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, error] = (await Promise.all([child.stdout.toArray(), child.stderr.toArray()])) as Buffer[][];
    return [...out!, ...error!].join('');
  }

  async down(): Promise<void> {
    await this.compose('down', '--volumes', '--timeout', '20');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Volumes that no compose file names: what a container leaves behind. */
export const volumesWithoutName = async () =>
  (await docker('volume', 'ls', '--quiet')).split('\n').filter((name) => /^[0-9a-f]{64}$/.test(name));
