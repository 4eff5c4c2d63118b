/**
 * Runs `work` for every item: items with the same key one after the other in their order, others side by side, at most
 * `width` at a time.
 *
 * @returns the results in the order of the items
 * @throws what `work` throws, after the other lanes have ended their current item
 */
export async function inKeyedOrder<T, R>(
  items: readonly T[],
  keyOf: (item: T) => string,
  width: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const lanes = new Map<string, number[]>();
  items.forEach((item, index) => {
    const lane = lanes.get(keyOf(item));
    if (lane) lane.push(index);
    else lanes.set(keyOf(item), [index]);
  });
  const results = new Array<R>(items.length);
  const waiting = lanes.values();
  const runner = async () => {
    for (const lane of waiting) {
      for (const index of lane) results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, lanes.size) }, runner));
  return results;
}
