const ROWS_AT_ONCE = 1000;

/**
 * Every row of a list that is too long to be held, in groups, each read when the one before was taken.
 *
 * @param readAfter  the rows that follow this one, or the first ones, at most that many, in an order that no two rows share
 */
export async function* inGroups<Row>(
  readAfter: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let group: readonly Row[] = [];
  do {
    group = await readAfter(group.at(-1), ROWS_AT_ONCE);
    yield group;
  } while (group.length === ROWS_AT_ONCE);
}
