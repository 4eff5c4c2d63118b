/** What the test files of a process use together. */
interface Kept {
  /** At once, when the process ends without a word. */
  kill(): void;
  /** When nothing is left to do. */
  end(): Promise<void>;
}

const kept = new Map<string, Promise<Kept>>();
const begun: Kept[] = [];

function endAll(): void {
  if (begun.length === 0) return;
  kept.clear();
  void Promise.all(begun.splice(0).map((one) => one.end()));
}

/**
 * Starts something once for all test files of this process, which end it together with themselves.
 *
 * @param key  who gives the same gets the same
 * @param start  what it starts must not keep the process from ending
 */
export async function keptForAllFiles<T extends Kept>(key: string, start: () => Promise<T>): Promise<T> {
  if (kept.size === 0) {
    process.once('beforeExit', endAll);
    process.once('exit', () => begun.forEach((one) => one.kill()));
  }
  const starting = (kept.get(key) as Promise<T> | undefined) ?? start();
  if (!kept.has(key)) {
    kept.set(key, starting);
    // The next file tries again.
    starting.catch(() => kept.delete(key));
    begun.push(await starting);
  }
  return starting;
}
