import type { SeriesKey, Window } from '@smart-city/history';
import { ALL_TIME, inWindow } from '@smart-city/history';
import { NgsiLdFault, placeInTime, type TemporalInstance, type TemporalQuery } from '@smart-city/ngsild';
import type { ReadContext } from '../../../context/request-context';
import type { HistoryReadsService } from '../../../core/history/history-reads.service';
import { temporalInstanceOf } from './temporal-instance-of';

/** Samples that one request may look at. */
const MOST_LOOKED_AT = 200_000;
/** Samples that are read at once. */
const STEP = 10_000;

/** Reads the instances of series that one request asks for, and counts what it looks at. */
export class PastReader {
  private lookedAt = 0;

  constructor(
    private readonly history: HistoryReadsService,
    private readonly context: ReadContext,
    readonly query: TemporalQuery,
  ) {}

  /** Times of observation of the samples that may be meant. */
  get window(): Window {
    const { property, window } = this.query;
    return property === 'observedAt' && window !== undefined ? window : ALL_TIME;
  }

  /**
   * The instances of a series, in the order of time: those that `lastN` leaves, and of these at most `most`, the newest where there
   * is a `lastN` and the oldest otherwise.
   *
   * @param times  only those of these times, milliseconds since the epoch
   * @throws NgsiLdFault  TooComplexQuery where too many samples had to be looked at
   */
  async read(
    series: SeriesKey,
    most: number,
    times: Window = ALL_TIME,
  ): Promise<readonly TemporalInstance[]> {
    const { property, window, lastN } = this.query;
    if (property === 'observedAt') {
      const few = await this.readFew(series, most, times);
      if (few !== undefined) return few;
    }
    const all = await this.readAll(series, this.window);
    const wanted = all.filter(
      (one) =>
        (window === undefined || isWithin(window, one[property])) &&
        inWindow(times, placeInTime(one, property)),
    );
    wanted.sort((a, b) => placeInTime(a, property) - placeInTime(b, property));
    return lastN === undefined ? wanted.slice(0, most) : wanted.slice(-Math.min(lastN, most));
  }

  /** A page, where all that is in it is meant; undefined otherwise. The store has samples in the order of observation. */
  private async readFew(
    series: SeriesKey,
    most: number,
    times: Window,
  ): Promise<readonly TemporalInstance[] | undefined> {
    const { window, lastN } = this.query;
    const limit = Math.min(lastN ?? most, most, MOST_LOOKED_AT + 1);
    const asked = window ?? ALL_TIME;
    const found = await this.page(series, {
      window: { from: Math.max(asked.from, times.from), before: Math.min(asked.before, times.before) },
      newest: lastN === undefined ? undefined : limit,
      limit,
      valuesOnly: window !== undefined,
    });
    const isMeant = window === undefined || found.every(({ observedAt }) => observedAt !== undefined);
    if (isMeant) return found;
    return found.length < limit ? found.filter(({ observedAt }) => observedAt !== undefined) : undefined;
  }

  private async readAll(series: SeriesKey, window: Window): Promise<readonly TemporalInstance[]> {
    const all: TemporalInstance[] = [];
    for (;;) {
      const found = await this.page(series, { window, offset: all.length, limit: STEP });
      all.push(...found);
      if (found.length < STEP) return all;
    }
  }

  private async page(
    series: SeriesKey,
    page: Parameters<HistoryReadsService['read']>[2],
  ): Promise<readonly TemporalInstance[]> {
    const [found] = await this.history.read(this.context, [series], page);
    const samples = found?.samples ?? [];
    this.lookedAt += samples.length;
    if (this.lookedAt > MOST_LOOKED_AT)
      throw new NgsiLdFault(
        'TooComplexQuery',
        'Too complex query',
        `more than ${MOST_LOOKED_AT} instances would be looked at: ask for less time, or fewer entities`,
      );
    return samples.map((sample) => temporalInstanceOf(series, sample));
  }
}

const isWithin = (window: Window, ms: number | undefined): boolean =>
  ms !== undefined && inWindow(window, ms);
