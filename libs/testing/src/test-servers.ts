import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** A server that tests talk to and that they start themselves, from tools/test-servers. */
export interface TestServer {
  readonly port: number;
  stop(): Promise<void>;
}

export interface KafkaServer extends TestServer {
  /** Where user `alice` with password `secret` is asked for. */
  readonly saslPort: number;
}

export interface DirectoryServer extends TestServer {
  /** For `ldaps://`. */
  readonly tlsPort: number;
  /** Where `ca.pem` is. */
  readonly folder: string;
}

/** Programs that may be missing on a machine. */
interface Starters {
  mosquitto(options?: { port?: number; tls?: boolean }): Promise<TestServer & { readonly folder: string }>;
  kafka(): Promise<KafkaServer>;
  slapd(options?: { port?: number }): Promise<DirectoryServer>;
}

/** Like `describe`, for tests that start a server; where it cannot be had they are skipped, and the title says why. */
export function describeWithServer(server: keyof Starters, title: string, suite: () => void): void {
  const starter = join(process.cwd(), 'tools', 'test-servers', `${server}.mjs`);
  const { status, stderr } = spawnSync(process.execPath, [starter, '--check'], { encoding: 'utf8' });
  if (status === 0) describe(title, suite);
  else describe.skip(`${title} (skipped, no ${server}: ${stderr.trim()})`, suite);
}

/** Starts one, in a suite of {@link describeWithServer}. @throws Error when it does not start */
export async function startTestServer<K extends keyof Starters>(
  name: K,
  ...options: Parameters<Starters[K]>
): Promise<Awaited<ReturnType<Starters[K]>>> {
  const { start } = (await import(`../../../tools/test-servers/${name}.mjs`)) as {
    start: (...options: Parameters<Starters[K]>) => ReturnType<Starters[K]>;
  };
  return await start(...options);
}
