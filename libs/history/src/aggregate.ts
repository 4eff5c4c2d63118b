import type { SampleColumns } from './chunk';
import { intervalAt, type Interval, type Period } from './period';
import { inWindow, type Window } from './window';

/** Figures of numbers that can be added to each other: those of a chunk stand beside it, so that it need not be unpacked. */
export interface Figures {
  /** Samples of any value; ends of attributes are none. */
  readonly samples: number;
  readonly numbers: number;
  readonly sum: number;
  readonly sumOfSquares: number;
  /** Infinity without numbers. */
  readonly min: number;
  /** -Infinity without numbers. */
  readonly max: number;
}

/** All that an aggregation knows of one period. */
export interface PeriodFigures extends Interval, Figures {
  /** Earliest and latest sample. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Numbers of the earliest and the latest sample that is a number: of {@link AggregateNeeds} `values`. */
  readonly first: number;
  readonly last: number;
  /** All numbers in ascending order: likewise. */
  readonly values: readonly number[];
  /** How often values came that are no numbers, as JSON texts: of `texts`. */
  readonly texts: ReadonlyMap<string, number>;
}

/** Methods for which an aggregation has to look at samples: figures of chunks do not say them. */
export interface AggregateNeeds {
  readonly values: boolean;
  readonly texts: boolean;
}

type Mutable = { -readonly [K in keyof Figures]: Figures[K] } & {
  start: number;
  end: number;
  firstAt: number;
  lastAt: number;
  points: { at: number; value: number }[];
  texts: Map<string, number>;
};

/** An aggregation that comes to more than it may. */
export class AggregationTooLarge extends Error {
  constructor(what: string) {
    super(`too much to aggregate: more than ${what}`);
    this.name = 'AggregationTooLarge';
  }
}

/** Numbers that one aggregation keeps, where it needs each of them. */
const MOST_VALUES = 1_000_000;
/** Different texts that one period counts; others are counted as samples only. */
const MOST_TEXTS = 10_000;

export const NO_FIGURES: Figures = {
  samples: 0,
  numbers: 0,
  sum: 0,
  sumOfSquares: 0,
  min: Infinity,
  max: -Infinity,
};

/** The figures of all samples of some columns. */
export function figuresOf(columns: SampleColumns): Figures {
  const figures = { ...NO_FIGURES };
  for (let place = 0; place < columns.length; place += 1) {
    if (isEnd(columns, place)) continue;
    figures.samples += 1;
    addNumber(figures, columns.numbers[place]!);
  }
  return figures;
}

/** Aggregates samples by period. They may come in any order. */
export class PeriodAggregation {
  private readonly periods = new Map<number, Mutable>();
  private current: Mutable | undefined;
  private valueCount = 0;

  /** @param most  periods */
  constructor(
    private readonly period: Period,
    private readonly needs: AggregateNeeds = { values: false, texts: false },
    private readonly most = Infinity,
  ) {}

  /** Adds those samples whose time of observation is in the window. @throws AggregationTooLarge */
  add(columns: SampleColumns, window: Window): void {
    const { length, at, numbers, texts, labels } = columns;
    const hasEnds = labels.words.some(({ isDeleted }) => isDeleted);
    for (let place = 0; place < length; place += 1) {
      const time = at[place]!;
      if (!inWindow(window, time) || (hasEnds && isEnd(columns, place))) continue;
      const into = this.periodAt(time);
      into.samples += 1;
      into.firstAt = Math.min(into.firstAt, time);
      into.lastAt = Math.max(into.lastAt, time);
      const number = numbers[place]!;
      addNumber(into, number);
      if (this.needs.values && !Number.isNaN(number)) this.keep(into, { at: time, value: number });
      if (this.needs.texts && Number.isNaN(number)) count(into.texts, texts.words[texts.ids[place]!]!);
    }
  }

  /**
   * Adds a whole chunk by its figures.
   *
   * @param span  times of its earliest and its latest sample
   * @returns false, and adds nothing, where it lies in several periods or its samples have to be looked at
   * @throws AggregationTooLarge
   */
  addFigures(figures: Figures, span: { readonly first: number; readonly last: number }): boolean {
    if (this.needs.values || (this.needs.texts && figures.numbers < figures.samples)) return false;
    const { start, end } = intervalAt(this.period, span.first);
    if (span.last >= end || span.first < start) return false;
    const into = this.periodAt(span.first);
    into.samples += figures.samples;
    into.numbers += figures.numbers;
    into.sum += figures.sum;
    into.sumOfSquares += figures.sumOfSquares;
    into.min = Math.min(into.min, figures.min);
    into.max = Math.max(into.max, figures.max);
    into.firstAt = Math.min(into.firstAt, span.first);
    into.lastAt = Math.max(into.lastAt, span.last);
    return true;
  }

  /** Periods that have a sample, in order. */
  finish(): readonly PeriodFigures[] {
    return [...this.periods.values()]
      .filter(({ samples }) => samples > 0)
      .sort((a, b) => a.start - b.start)
      .map(({ points, ...figures }) => {
        points.sort((a, b) => a.at - b.at);
        return {
          ...figures,
          first: points[0]?.value ?? NaN,
          last: points.at(-1)?.value ?? NaN,
          values: points.map(({ value }) => value).sort((a, b) => a - b),
        };
      });
  }

  private keep(into: Mutable, point: Mutable['points'][number]): void {
    this.valueCount += 1;
    if (this.valueCount > MOST_VALUES) throw new AggregationTooLarge(`${MOST_VALUES} numbers`);
    into.points.push(point);
  }

  private periodAt(time: number): Mutable {
    const { current } = this;
    if (current !== undefined && time >= current.start && time < current.end) return current;
    const { start, end } = intervalAt(this.period, time);
    let found = this.periods.get(start);
    if (found === undefined) {
      if (this.periods.size >= this.most) throw new AggregationTooLarge(`${this.most} periods`);
      const times = { firstAt: Infinity, lastAt: -Infinity };
      found = { start, end, ...NO_FIGURES, ...times, points: [], texts: new Map() };
      this.periods.set(start, found);
    }
    this.current = found;
    return found;
  }
}

/** The middle number of a period, or the mean of the two middle ones; NaN without numbers. */
export function medianOf({ values }: Pick<PeriodFigures, 'values'>): number {
  const middle = values.length / 2;
  return Number.isInteger(middle) ? (values[middle - 1]! + values[middle]!) / 2 : values[Math.floor(middle)]!;
}

/** The standard deviation of all numbers of a period (not of a sample of them). */
export function deviationOf({ numbers, sum, sumOfSquares }: Figures): number {
  const mean = sum / numbers;
  return Math.sqrt(Math.max(0, sumOfSquares / numbers - mean * mean));
}

/** Whether the sample is the end of an attribute, and no value. */
export const isEnd = ({ labels }: SampleColumns, place: number): boolean =>
  labels.words[labels.ids[place]!]!.isDeleted === true;

function addNumber(into: { -readonly [K in keyof Figures]: Figures[K] }, number: number): void {
  if (Number.isNaN(number)) return;
  into.numbers += 1;
  into.sum += number;
  into.sumOfSquares += number * number;
  if (number < into.min) into.min = number;
  if (number > into.max) into.max = number;
}

function count(texts: Map<string, number>, text: string): void {
  const known = texts.get(text);
  if (known !== undefined || texts.size < MOST_TEXTS) texts.set(text, (known ?? 0) + 1);
}
