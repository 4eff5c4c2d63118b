import { inGroups } from './in-groups';

/** The groups of a list with that many rows, and after which row each was asked for. */
async function groupsOf(count: number) {
  const rows = Array.from({ length: count }, (_, index) => index);
  const asked: (number | undefined)[] = [];
  const groups: number[][] = [];
  const read = (last: number | undefined, limit: number) => {
    asked.push(last);
    return Promise.resolve(rows.filter((row) => row > (last ?? -1)).slice(0, limit));
  };
  for await (const group of inGroups(read)) groups.push([...group]);
  return { groups: groups.map((group) => group.length), all: groups.flat(), rows, asked };
}

describe('a list in groups', () => {
  it.each([
    [0, [0], [undefined]],
    [1, [1], [undefined]],
    [999, [999], [undefined]],
    [1000, [1000, 0], [undefined, 999]],
    [2500, [1000, 1000, 500], [undefined, 999, 1999]],
  ])('of %s rows has each of them once', async (count, sizes, after) => {
    const { groups, all, rows, asked } = await groupsOf(count);
    expect(groups).toEqual(sizes);
    expect(all).toEqual(rows);
    expect(asked).toEqual(after);
  });

  it('is not read further than it is taken', async () => {
    const asked: (number | undefined)[] = [];
    const groups = inGroups((last: number | undefined, limit) => {
      asked.push(last);
      return Promise.resolve(Array.from({ length: limit }, (_, index) => index));
    });
    await groups.next();
    await groups.return(undefined);
    expect(asked).toEqual([undefined]);
  });
});
