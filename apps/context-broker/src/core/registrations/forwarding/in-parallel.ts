/**
 * Does something with every item at the same time, but with no more than `limit` of them: answers are held in memory,
 * and whoever registers providers decides how many there are.
 *
 * @returns the results, in the order of the items
 */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, at: number) => Promise<R> | R,
): Promise<readonly R[]> {
  const results: R[] = new Array<R>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await work(items[at]!, at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
