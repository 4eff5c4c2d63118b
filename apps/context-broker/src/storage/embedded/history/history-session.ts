import {
  aggregatePieces,
  columnsOf,
  DamagedChunk,
  figuresOf,
  inOrder,
  PeriodAggregation,
  readPieces,
  runPieces,
  seriesText,
  type PageOfSamples,
  type SeriesPiece,
  type Sample,
  type SampleColumns,
  type SeriesKey,
  type SeriesSamples,
  type Window,
} from '@smart-city/history';
import type {
  HistoryAggregate,
  SeriesFigures,
  SeriesFound,
  SeriesPage,
  SeriesSelection,
} from '../../history/history-store';
import { addSamples, addUnknownSamples, removeSamples } from './add-samples';
import { findRecent, findStored } from './find-series';
import { spanOf } from './history-files';
import { RecentFiles } from './recent-files';
import type { RecentChange } from './recent-changes';
import { SpanFiles } from './span-files';

/** Changes that are packed at a time. */
const CHANGES_OF_A_STEP = 20_000;
/** Changes that one commit removes once they are packed: others wait for it. */
const CHANGES_OF_A_REMOVAL = 2_000;

interface HeldPiece extends SeriesPiece {
  readonly load: () => SampleColumns;
}

/** Result of one step of packing: changes up to these numbers may go, one after the other. */
export interface Packed {
  readonly removable: readonly number[];
  /** Whether there may be more to pack. */
  readonly goesOn: boolean;
}

const NOTHING: SampleColumns = columnsOf([]);

/** Everything that is done with the past of tenants, free of threads. */
export class HistorySession {
  private readonly files: SpanFiles;
  private readonly recent = new RecentFiles();

  constructor(private readonly warn: (text: string) => void) {
    this.files = new SpanFiles(warn);
  }

  find(database: string, selection: SeriesSelection, most: number): readonly SeriesFound[] {
    const found = new Map<string, SeriesFound>();
    const note = (one: SeriesFound): void => {
      const text = seriesText(one);
      const known = found.get(text);
      if (known === undefined || known.lastAt < one.lastAt) found.set(text, one);
    };
    for (const span of this.spansOf(database, selection.window))
      this.files.use(database, span, (file) => findStored(file, selection).forEach(note));
    const changes = this.changes(database, selection.ids);
    findRecent(changes, selection).forEach(note);
    return [...found.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, most)
      .map(([, one]) => one);
  }

  read(database: string, series: readonly SeriesKey[], page: PageOfSamples): readonly SeriesPage[] {
    const recent = this.recentSamples(database, series);
    return series.map((one) => ({
      series: one,
      ...runPieces(readPieces(this.pieces(database, one, page.window, recent), page), ({ load }) => load()),
    }));
  }

  aggregate(
    database: string,
    series: readonly SeriesKey[],
    { window, period, needs, most }: HistoryAggregate,
  ): readonly SeriesFigures[] {
    const recent = this.recentSamples(database, series);
    return series.map((one) => {
      const aggregation = new PeriodAggregation(period, needs, most);
      const pieces = this.pieces(database, one, window, recent);
      runPieces(aggregatePieces(pieces, window, aggregation), ({ load }) => load());
      return { series: one, periods: aggregation.finish() };
    });
  }

  append(database: string, lists: readonly SeriesSamples[]): void {
    for (const [span, own] of bySpan(lists))
      this.files.write(database, span, (file) => {
        for (const { series, samples } of own) addUnknownSamples(file, file.makeSeries(series), samples);
      });
  }

  /** Of what is packed. */
  remove(database: string, series: readonly SeriesKey[], window: Window): void {
    for (const span of this.spansOf(database, window))
      this.files.write(database, span, (file) => {
        for (const one of series) {
          const key = file.seriesOf(one);
          if (key !== undefined) removeSamples(file, key, window);
        }
      });
  }

  /** Packs the oldest changes. A step that is cut short is done again, and does not double what it did. */
  pack(database: string, keptFrom: number): Packed {
    const changes = this.recent.of(database).oldest(CHANGES_OF_A_STEP);
    const last = changes.at(-1);
    if (last === undefined) return { removable: [], goesOn: false };
    const spans = new Set(
      changes.flatMap(({ samples }) => samples.flatMap((own) => own.samples.map(({ at }) => spanOf(at)))),
    );
    for (const span of spans) {
      if (spanOf(keptFrom) > span) continue;
      this.files.write(database, span, (file) => {
        const news = changes.filter(({ seq }) => seq > file.packed);
        for (const { series, samples } of grouped(news, (at) => spanOf(at) === span))
          addSamples(file, file.makeSeries(series), samples);
        file.notePacked(last.seq);
      });
    }
    const cuts = changes.filter((_, at) => at % CHANGES_OF_A_REMOVAL === CHANGES_OF_A_REMOVAL - 1);
    return {
      removable: [...new Set([...cuts, last].map(({ seq }) => seq))],
      goesOn: changes.length === CHANGES_OF_A_STEP,
    };
  }

  /** Removes files that hold nothing from a time on. */
  drop(database: string, keptFrom: number): void {
    this.files.drop(database, keptFrom);
  }

  close(): void {
    this.files.closeAll();
    this.recent.closeAll();
  }

  private spansOf(database: string, { from, before }: Window): readonly number[] {
    return this.files.spans(database).filter((span) => span >= spanOf(from) && span < before);
  }

  private pieces(
    database: string,
    series: SeriesKey,
    window: Window,
    recent: ReadonlyMap<string, readonly Sample[]>,
  ): readonly HeldPiece[] {
    const stored = this.spansOf(database, window).flatMap(
      (span) =>
        this.files.use(database, span, (file) => {
          const key = file.seriesOf(series);
          if (key === undefined) return [];
          return file
            .chunks(key, window)
            .map((chunk): HeldPiece => ({ ...chunk, load: () => this.load(database, span, chunk.key) }));
        }) ?? [],
    );
    const unpacked = recent.get(seriesText(series));
    return unpacked === undefined ? stored : [...stored, pieceOf(unpacked)];
  }

  private load(database: string, span: number, chunk: number): SampleColumns {
    try {
      return this.files.use(database, span, (file) => file.columns(chunk)) ?? NOTHING;
    } catch (error) {
      if (!(error instanceof DamagedChunk)) throw error;
      this.warn(`${error.message}; its samples are left out`);
      return NOTHING;
    }
  }

  /** Changes that are in no file of history yet, of some entities or of all. */
  private changes(database: string, ids: readonly string[] | undefined): readonly RecentChange[] {
    const file = this.recent.of(database);
    const changes = ids === undefined ? file.all() : file.ofEntities(ids);
    if (changes.length === 0) return changes;
    const spans = new Set(
      changes.flatMap(({ samples }) => samples.flatMap((own) => own.samples.map(({ at }) => spanOf(at)))),
    );
    const packed = new Map(
      this.files
        .spans(database)
        .filter((span) => spans.has(span))
        .map((span) => [span, this.files.use(database, span, (one) => one.packed) ?? 0]),
    );
    const isNew = (seq: number, at: number) => seq > (packed.get(spanOf(at)) ?? 0);
    return changes.map(({ seq, samples }) => ({
      seq,
      samples: samples.filter((own) => own.samples.every(({ at }) => isNew(seq, at))),
    }));
  }

  private recentSamples(
    database: string,
    series: readonly SeriesKey[],
  ): ReadonlyMap<string, readonly Sample[]> {
    const ids = [...new Set(series.map(({ id }) => id))];
    return new Map(
      [...grouped(this.changes(database, ids), () => true)].map(({ series: key, samples }) => [
        seriesText(key),
        samples.toSorted(inOrder),
      ]),
    );
  }
}

function pieceOf(samples: readonly Sample[]): HeldPiece {
  const columns = columnsOf(samples);
  return {
    first: samples[0]!.at,
    last: samples.at(-1)!.at,
    length: samples.length,
    figures: figuresOf(columns),
    load: () => columns,
  };
}

/** The samples of changes by series. */
function grouped(
  changes: readonly RecentChange[],
  isWanted: (at: number) => boolean,
): Iterable<{ readonly series: SeriesKey; readonly samples: readonly Sample[] }> {
  const found = new Map<string, { readonly series: SeriesKey; readonly samples: Sample[] }>();
  for (const { samples: lists } of changes)
    for (const { series, samples } of lists) {
      const wanted = samples.filter(({ at }) => isWanted(at));
      if (wanted.length === 0) continue;
      const text = seriesText(series);
      const own = found.get(text);
      if (own === undefined) found.set(text, { series, samples: [...wanted] });
      else own.samples.push(...wanted);
    }
  return found.values();
}

function bySpan(lists: readonly SeriesSamples[]): ReadonlyMap<number, readonly SeriesSamples[]> {
  const spans = new Map<number, SeriesSamples[]>();
  for (const { series, samples } of lists)
    for (const span of new Set(samples.map(({ at }) => spanOf(at)))) {
      const own = { series, samples: samples.filter(({ at }) => spanOf(at) === span) };
      const known = spans.get(span);
      if (known === undefined) spans.set(span, [own]);
      else known.push(own);
    }
  return spans;
}
