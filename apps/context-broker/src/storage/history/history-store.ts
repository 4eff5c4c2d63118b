import type {
  AggregateNeeds,
  PageOfSamples,
  Period,
  PeriodFigures,
  SamplesFound,
  SeriesKey,
  SeriesSamples,
  Window,
} from '@smart-city/history';
import type { ServicePathFilter } from '@smart-city/context';

/** Series that are meant; absent members mean all. */
export interface SeriesSelection {
  readonly servicePaths: readonly ServicePathFilter[];
  readonly ids?: readonly string[] | undefined;
  /** Regular expression, unanchored. */
  readonly idPattern?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly attrs?: readonly string[] | undefined;
  /** Series that have a sample in it. */
  readonly window: Window;
}

export interface SeriesFound extends SeriesKey {
  /** Time of observation of the newest sample in the window: milliseconds since the epoch. May be that of a later one. */
  readonly lastAt: number;
}

export interface SeriesPage extends SamplesFound {
  readonly series: SeriesKey;
}

export interface HistoryAggregate {
  readonly window: Window;
  readonly period: Period;
  readonly needs: AggregateNeeds;
  /** Periods of one series. */
  readonly most: number;
}

export interface SeriesFigures {
  readonly series: SeriesKey;
  readonly periods: readonly PeriodFigures[];
}

/**
 * Keeps the values of attributes over time. One adapter per database; both pass `contract/history-store.contract.ts`.
 * Entities whose changes it keeps are written by the `EntityStore` of the same database.
 *
 * Failures: a method rejects with `NgsiError('InternalServerError', 'Database Error (…)')` when the database is away.
 */
export interface HistoryStore {
  /** Series by id, attribute, type, path and dataset, in this order, at most `most`. */
  find(tenant: string, selection: SeriesSelection, most: number): Promise<readonly SeriesFound[]>;

  /** A page of each series, in the order asked. Sees every sample whose change is answered. */
  read(tenant: string, series: readonly SeriesKey[], page: PageOfSamples): Promise<readonly SeriesPage[]>;

  /** Figures of each series by period. @throws (rejects) NgsiError  413, where it comes to more than it may */
  aggregate(
    tenant: string,
    series: readonly SeriesKey[],
    aggregate: HistoryAggregate,
  ): Promise<readonly SeriesFigures[]>;

  /** Adds samples that come from elsewhere; one that is there already is not doubled. Durable when it resolves. */
  append(tenant: string, samples: readonly SeriesSamples[]): Promise<void>;

  /** Removes the samples of series whose time of observation is in the window. */
  remove(tenant: string, series: readonly SeriesKey[], window: Window): Promise<void>;

  /** Packs what is recent, and drops what is older than it is to be kept. */
  maintain(nowMs: number): Promise<void>;
}

export const HISTORY_STORE = 'context-broker.history-store';
