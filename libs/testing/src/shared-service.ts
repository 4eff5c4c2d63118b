import { keptForAllFiles } from './kept-for-all-files';
import type { ServiceProcess } from './service-process';

interface Started<T> {
  /** What the test files get. */
  readonly shared: T;
  readonly process: ServiceProcess;
  /** Afterwards: its data, servers of its own. */
  readonly remove?: () => Promise<unknown>;
}

/**
 * Starts a service once for all test files of this process, which end it together with themselves. Each makes what it needs under
 * names of its own, stops nothing and counts nothing.
 *
 * @param key  who gives the same gets the same
 */
export async function sharedService<T>(key: string, start: () => Promise<Started<T>>): Promise<T> {
  const { shared } = await keptForAllFiles(key, async () => {
    const { shared, process, remove } = await start();
    process.unref();
    return {
      shared,
      kill: () => void process.process.kill('SIGKILL'),
      async end() {
        process.process.ref();
        // Nobody looks at how it ends.
        await process.stop('SIGKILL');
        await remove?.();
      },
    };
  });
  return shared;
}
