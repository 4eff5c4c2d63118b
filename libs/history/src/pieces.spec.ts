import fc from 'fast-check';
import { figuresOf, PeriodAggregation } from './aggregate';
import { columnsOf, type SampleColumns } from './chunk';
import { aggregatePieces, fetchPieces, inOrder, readPieces, runPieces, type SeriesPiece } from './pieces';
import type { Sample } from './sample';
import { inWindow } from './window';

interface HeldPiece extends SeriesPiece {
  readonly columns: SampleColumns;
}

const sample = fc
  .record({
    at: fc.integer({ min: 0, max: 60 }),
    value: fc.integer({ min: 0, max: 9 }),
    isEnd: fc.boolean(),
  })
  .map(({ at, value, isEnd }) => ({ at, value, label: { type: 'N', ...(isEnd && { isDeleted: true }) } }));
/** Pieces of samples with times of recording that tell all apart. */
const stored = fc.array(fc.array(sample, { minLength: 1, maxLength: 6 }), { maxLength: 8 }).map((lists) => {
  let recordedAt = 100;
  return lists.map((list) => list.map((one): Sample => ({ ...one, recordedAt: recordedAt++ })).sort(inOrder));
});
const pieceOf = (samples: readonly Sample[]): HeldPiece => {
  const columns = columnsOf(samples);
  const figures = figuresOf(columns);
  return { first: samples[0]!.at, last: samples.at(-1)!.at, length: samples.length, figures, columns };
};
const window = fc
  .tuple(fc.integer({ min: -1, max: 61 }), fc.integer({ min: -1, max: 62 }))
  .map(([from, before]) => ({ from, before }));
const load = ({ columns }: HeldPiece) => columns;

describe('readPieces', () => {
  const page = fc.record(
    {
      window,
      newest: fc.integer({ min: 1, max: 12 }),
      offset: fc.integer({ min: 0, max: 12 }),
      limit: fc.integer({ min: 1, max: 12 }),
      count: fc.boolean(),
      valuesOnly: fc.boolean(),
    },
    { requiredKeys: ['window', 'limit'] },
  );

  it('is the page of all samples in order', async () => {
    await fc.assert(
      fc.asyncProperty(stored, page, async (lists, page) => {
        const all = lists
          .flat()
          .filter(({ at, label }) => inWindow(page.window, at) && !(page.valuesOnly && label.isDeleted))
          .sort(inOrder);
        const among = page.newest === undefined ? all : all.slice(-page.newest);
        const { offset = 0 } = page;
        const expected = {
          samples: among.slice(offset, offset + page.limit),
          ...(page.count === true && { count: all.length }),
        };
        const pieces = lists.map(pieceOf);
        expect(runPieces(readPieces(pieces, page), load)).toEqual(expected);
        expect(await fetchPieces(readPieces(pieces, page), async (one) => load(one))).toEqual(expected);
      }),
    );
  });

  it('loads no more than the page needs', () => {
    const pieces = Array.from({ length: 10 }, (_, at) =>
      pieceOf([{ at, recordedAt: at, value: at, label: { type: 'N' } }]),
    );
    const loaded: number[] = [];
    const loading = (piece: HeldPiece) => {
      loaded.push(piece.first);
      return piece.columns;
    };
    const all = { from: -Infinity, before: Infinity };
    runPieces(readPieces(pieces, { window: all, newest: 2, limit: 10, count: true }), loading);
    runPieces(readPieces(pieces, { window: { from: 3, before: 7 }, offset: 1, limit: 1 }), loading);
    expect(loaded).toEqual([8, 9, 4]);
  });
});

describe('aggregatePieces', () => {
  it('comes to what all samples come to', () => {
    fc.assert(
      fc.property(stored, window, (lists, window) => {
        const period = { kind: 'stepped', from: 0, months: 0, ms: 7 } as const;
        const [byPieces, bySamples] = [new PeriodAggregation(period), new PeriodAggregation(period)];
        runPieces(aggregatePieces(lists.map(pieceOf), window, byPieces), load);
        bySamples.add(columnsOf(lists.flat()), window);
        expect(
          byPieces.finish().map(({ start, sum, samples, min, max }) => [start, sum, samples, min, max]),
        ).toEqual(
          bySamples.finish().map(({ start, sum, samples, min, max }) => [start, sum, samples, min, max]),
        );
      }),
    );
  });
});
