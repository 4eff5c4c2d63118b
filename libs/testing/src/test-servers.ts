/** A server that tests talk to and that they start themselves, from tools/test-servers. */
export interface TestServer {
  readonly port: number;
  stop(): Promise<void>;
}

export interface KafkaServer extends TestServer {
  /** Where user `alice` with password `secret` is asked for. */
  readonly saslPort: number;
}

/** Programs that may be missing on this machine; their tests say so and pass over. */
interface Starters {
  mosquitto(options?: { port: number }): Promise<TestServer>;
  kafka(): Promise<KafkaServer>;
}

/** @returns undefined, after a message, when the server cannot be had here */
export async function startTestServer<K extends keyof Starters>(
  name: K,
  ...options: Parameters<Starters[K]>
): Promise<Awaited<ReturnType<Starters[K]>> | undefined> {
  const { start } = (await import(`../../../tools/test-servers/${name}.mjs`)) as { start: Starters[K] };
  try {
    return (await (start as (...args: unknown[]) => Promise<unknown>)(...options)) as Awaited<
      ReturnType<Starters[K]>
    >;
  } catch (error) {
    console.warn(
      `skipped: no ${name} for the tests: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}
