/** Something that the test files of a process use together. */
interface Kept {
  /** Ends it at once, when the process ends without a word. */
  kill(): void;
  /** Ends it when nothing is left to do. */
  end(): Promise<void>;
}

declare global {
  /** Set by Jest's environment (`tools/jest/environment.mjs`), which lives as long as the process and ends what is kept. */
  var keptForAllFiles: { readonly kept: Map<string, Promise<Kept>>; readonly begun: Kept[] };
}

/**
 * Starts something once for all test files of this process, which end it together with themselves.
 *
 * @param key    files that give the same get the same
 * @param start  must not keep the process from ending
 */
export async function keptForAllFiles<T extends Kept>(key: string, start: () => Promise<T>): Promise<T> {
  const { kept, begun } = globalThis.keptForAllFiles;
  const starting = (kept.get(key) as Promise<T> | undefined) ?? start();
  if (!kept.has(key)) {
    kept.set(key, starting);
    // The next file tries again.
    starting.catch(() => kept.delete(key));
    begun.push(await starting);
  }
  return starting;
}
