/** How a service stops. */
export interface Stop {
  /** What there is to do, in the order that loses nothing. */
  readonly work: (signal: NodeJS.Signals) => Promise<void>;
  /** Milliseconds that it may take: a request that never ends (a database that hangs) must not hold up the stop. */
  readonly limitMs: number;
  /** The limit has passed; the process ends without the rest. */
  readonly late: () => void;
  readonly failed: (error: unknown) => void;
  /** Last of all. */
  readonly finish?: () => void;
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Ends the process by signal, once. Exit codes: 0 stopped, in time or not; 1 the work failed. */
export function stopOnSignals({ work, limitMs, late, failed, finish }: Stop): void {
  let isStopping = false;
  const end = (exitCode: 0 | 1): never => {
    finish?.();
    process.exit(exitCode);
  };
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      late();
      end(0);
    }, limitMs).unref();
    try {
      await work(signal);
    } catch (error) {
      failed(error);
      end(1);
    }
    end(0);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => void stop(signal));
}
