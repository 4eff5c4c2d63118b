import { isEnd, type Figures, type PeriodAggregation } from './aggregate';
import { sampleAt, type SampleColumns } from './chunk';
import type { Sample } from './sample';
import { inWindow, touchesWindow, type Window } from './window';

/** Samples of a series that are stored together: a chunk, or what is not packed yet. Pieces of a series may overlap. */
export interface SeriesPiece {
  /** Time of observation of the earliest sample. */
  readonly first: number;
  /** Of the latest one. */
  readonly last: number;
  /** Ends of attributes included. */
  readonly length: number;
  readonly figures: Figures;
}

/** Samples of a series that are wanted. They come in the order of their times of observation. */
export interface PageOfSamples {
  readonly window: Window;
  /** Only so many, the newest. */
  readonly newest?: number | undefined;
  /** Number of these that are left out at the beginning. */
  readonly offset?: number | undefined;
  readonly limit: number;
  /** Leave out ends of attributes. */
  readonly valuesOnly?: boolean | undefined;
  /** Count the samples in the window. */
  readonly count?: boolean | undefined;
}

export interface SamplesFound {
  readonly samples: readonly Sample[];
  readonly count?: number;
}

/** Work that asks for the samples of pieces as it needs them: whoever runs it loads them. */
export type PieceWork<P extends SeriesPiece, Result> = Generator<P, Result, SampleColumns>;

/** Runs such work where pieces are at hand. */
export function runPieces<P extends SeriesPiece, Result>(
  work: PieceWork<P, Result>,
  load: (piece: P) => SampleColumns,
): Result {
  let step = work.next();
  while (step.done !== true) step = work.next(load(step.value));
  return step.value;
}

/** Runs such work where pieces have to be fetched. */
export async function fetchPieces<P extends SeriesPiece, Result>(
  work: PieceWork<P, Result>,
  load: (piece: P) => Promise<SampleColumns>,
): Promise<Result> {
  let step = work.next();
  while (step.done !== true) step = work.next(await load(step.value));
  return step.value;
}

/** A page of the samples of one series. Pieces that lie wholly outside of it are not loaded. */
export function* readPieces<P extends SeriesPiece>(
  pieces: readonly P[],
  page: PageOfSamples,
): PieceWork<P, SamplesFound> {
  const { window, newest, offset = 0, limit, count } = page;
  const groups = groupsOf(pieces.filter(({ first, last }) => touchesWindow(window, first, last)));
  // The last so many are those before the end that the others leave out.
  let skipped = offset;
  let wanted = limit;
  let total: number | undefined;
  if (newest !== undefined || count === true) {
    total = yield* countSamples(groups, page);
    const among = newest === undefined ? total : Math.min(newest, total);
    skipped = total - among + offset;
    wanted = Math.min(limit, among - offset);
  }
  const samples: Sample[] = [];
  for (const group of groups) {
    if (samples.length >= wanted) break;
    const length = group.reduce((sum, piece) => sum + lengthOf(piece, page), 0);
    if (skipped >= length && group.every((piece) => isInside(piece, window))) {
      skipped -= length;
      continue;
    }
    const own = yield* samplesOf(group, page);
    samples.push(...own.slice(skipped, skipped + wanted - samples.length));
    skipped = Math.max(0, skipped - own.length);
  }
  return count === true ? { samples, count: total! } : { samples };
}

/** Adds the samples of a window to an aggregation; a chunk by its figures, where they say enough. */
export function* aggregatePieces<P extends SeriesPiece>(
  pieces: readonly P[],
  window: Window,
  into: PeriodAggregation,
): PieceWork<P, void> {
  for (const piece of pieces) {
    if (!touchesWindow(window, piece.first, piece.last)) continue;
    if (isInside(piece, window) && into.addFigures(piece.figures, piece)) continue;
    into.add(yield piece, window);
  }
}

const isInside = ({ first, last }: SeriesPiece, window: Window): boolean =>
  inWindow(window, first) && inWindow(window, last);

/** Pieces that overlap stand together; groups follow each other in time. */
function groupsOf<P extends SeriesPiece>(pieces: readonly P[]): readonly (readonly P[])[] {
  const groups: P[][] = [];
  let end = -Infinity;
  for (const piece of pieces.toSorted((a, b) => a.first - b.first || a.last - b.last)) {
    // At one time the order of recording decides, which only the samples know.
    if (piece.first > end) groups.push([piece]);
    else groups.at(-1)!.push(piece);
    end = Math.max(end, piece.last);
  }
  return groups;
}

function* countSamples<P extends SeriesPiece>(
  groups: readonly (readonly P[])[],
  page: PageOfSamples,
): PieceWork<P, number> {
  let count = 0;
  for (const piece of groups.flat()) {
    if (isInside(piece, page.window)) {
      count += lengthOf(piece, page);
      continue;
    }
    const columns = yield piece;
    for (let place = 0; place < columns.length; place += 1) count += Number(isWanted(columns, place, page));
  }
  return count;
}

const lengthOf = ({ length, figures }: SeriesPiece, { valuesOnly }: PageOfSamples): number =>
  valuesOnly === true ? figures.samples : length;

const isWanted = (columns: SampleColumns, place: number, { window, valuesOnly }: PageOfSamples): boolean =>
  inWindow(window, columns.at[place]!) && !(valuesOnly === true && isEnd(columns, place));

function* samplesOf<P extends SeriesPiece>(
  group: readonly P[],
  page: PageOfSamples,
): PieceWork<P, readonly Sample[]> {
  const samples: Sample[] = [];
  for (const piece of group) {
    const columns = yield piece;
    for (let place = 0; place < columns.length; place += 1)
      if (isWanted(columns, place, page)) samples.push(sampleAt(columns, place));
  }
  return samples.sort(inOrder);
}

/** The order of samples: by time of observation, then of recording. */
export const inOrder = (a: Sample, b: Sample): number => a.at - b.at || a.recordedAt - b.recordedAt;
