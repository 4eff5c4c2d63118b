import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startService, type ServiceProcess } from '@smart-city/testing';
import type { Container } from './compose-file';

const OWN_PORTS = { 'context-broker': '1026', 'identity-manager': '3000' } as const;

/** A start beside a loaded replica takes its time on a small machine. */
const START_TIMEOUT_MS = 120_000;

/**
 * A container's process without the container: the same command and environment, `/data` and `/tmp` in a folder of the
 * test, a free port instead of its own, and addresses instead of the names of other containers.
 */
export class RunningContainer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'container-'));
  #process: ServiceProcess | undefined;

  private constructor(
    private readonly container: Container,
    readonly port: number,
    private readonly addresses: Readonly<Record<string, string>>,
  ) {}

  /** @param addresses  what to read instead of a text in the environment: `mongo-1` is known to Docker only */
  static async start(
    container: Container,
    addresses: Readonly<Record<string, string>> = {},
  ): Promise<RunningContainer> {
    const running = new RunningContainer(container, await freePort(), addresses);
    await running.up();
    return running;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async up(container = this.container): Promise<void> {
    const here = (text: string) =>
      Object.entries(this.addresses).reduce(
        (read, [there, address]) => read.replaceAll(there, address),
        text.replace(/\/(?:data|tmp)\b/, this.#folder),
      );
    const env = Object.entries(container.env).map(([name, value]) => [name, here(value)] as const);
    this.#process = await startService(container.app, {
      timeoutMs: START_TIMEOUT_MS,
      args: container.args.map(here),
      env: { ...Object.fromEntries(env), ORION_PORT: String(this.port), IDM_PORT: String(this.port) },
    });
  }

  /** The exit code of the image's health check. */
  health(): number | null {
    const [command = '', ...words] = this.container.healthcheck.map((word) =>
      word.replace(OWN_PORTS[this.container.app], String(this.port)),
    );
    return spawnSync(command, words).status;
  }

  /** As `docker stop` does. @returns the exit code */
  async stop(): Promise<number | null> {
    return this.#process?.stop() ?? null;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
