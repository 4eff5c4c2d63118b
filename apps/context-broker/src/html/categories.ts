/** Colours that are told apart; the last one stands for all the rest. The stylesheet has them as `c0` to `c5`. */
const COLOURS = 6;

export interface Category {
  readonly name: string;
  readonly count: number;
  readonly colour: string;
}

/**
 * The most frequent names with a colour each, then one for all others.
 *
 * @param others  what these are called
 * @returns them, and the colour of a name
 */
export function categorize(
  counts: ReadonlyMap<string, number>,
  others: string,
): {
  readonly categories: readonly Category[];
  readonly colourOf: (name: string) => string;
} {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const own = sorted.length <= COLOURS ? sorted : sorted.slice(0, COLOURS - 1);
  const rest = sorted.slice(own.length);
  const categories = own.map(([name, count], at): Category => ({ name, count, colour: `c${at}` }));
  const last = `c${COLOURS - 1}`;
  const otherCount = rest.reduce((sum, [, count]) => sum + count, 0);
  const colours = new Map(categories.map(({ name, colour }) => [name, colour]));
  return {
    categories:
      rest.length === 0 ? categories : [...categories, { name: others, count: otherCount, colour: last }],
    colourOf: (name) => colours.get(name) ?? last,
  };
}
