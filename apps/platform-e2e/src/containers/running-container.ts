import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, runServiceCommand, startService, type ServiceProcess } from '@smart-city/testing';
import type { Container } from './compose-file';

/** A start beside a loaded replica takes its time on a small machine. */
const START_TIMEOUT_MS = 120_000;

/**
 * A container's process without the container: the same command and environment, `/data` and `/tmp` in a folder of the
 * test, a free port instead of its own, and addresses instead of the names of other containers.
 */
export class RunningContainer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'container-'));
  private process: ServiceProcess | undefined;

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
    this.process = await startService(container.app, {
      timeoutMs: START_TIMEOUT_MS,
      args: container.args.map((text) => this.here(text)),
      env: { ...this.env(container), ORION_PORT: String(this.port), IDM_PORT: String(this.port) },
    });
  }

  /** The exit code of the health check. It is told no port: it has to know. */
  async health(): Promise<number | null> {
    const { app, healthcheck } = this.container;
    return (await runServiceCommand(app, healthcheck, { env: this.env(this.container) })).code;
  }

  private env({ env }: Container): Record<string, string> {
    return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, this.here(value)]));
  }

  /** What the container would find under a name or in a folder, as it is found here. */
  private here(text: string): string {
    return Object.entries(this.addresses).reduce(
      (read, [there, address]) => read.replaceAll(there, address),
      text.replace(/\/(?:data|tmp)\b/, this.folder),
    );
  }

  /** As `docker stop` does. @returns the exit code */
  async stop(): Promise<number | null> {
    return this.process?.stop() ?? null;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
