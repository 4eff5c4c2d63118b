import { badRequestData } from '../ngsild-fault';

export const AGGREGATE_METHODS = [
  'totalCount',
  'distinctCount',
  'sum',
  'avg',
  'min',
  'max',
  'stddev',
  'sumsq',
] as const;
export type AggregateMethod = (typeof AGGREGATE_METHODS)[number];

/** A length of time. Months are those of the calendar, in UTC. */
export interface Duration {
  readonly months: number;
  readonly ms: number;
}

/** How values of the past are summed up (GS CIM 009 §4.5.19). */
export interface Aggregation {
  readonly methods: readonly AggregateMethod[];
  /** A duration of zero: one period for all. */
  readonly period: Duration;
}

const DURATION =
  /^P(?=\d|T\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,6})?)S)?)?$/;

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** @throws NgsiLdFault  BadRequestData */
export function parseAggregation(
  methods: readonly string[] | undefined,
  duration: string | undefined,
): Aggregation {
  if (methods === undefined)
    throw badRequestData('Missing aggrMethods', 'aggregatedValues needs the methods: aggrMethods');
  const known = methods.map((word) => {
    const method = AGGREGATE_METHODS.find((one) => one === word);
    if (method === undefined)
      throw badRequestData('Invalid aggrMethods', `aggrMethods are of ${AGGREGATE_METHODS.join(', ')}`);
    return method;
  });
  return { methods: [...new Set(known)], period: durationOf(duration ?? 'PT0S') };
}

function durationOf(text: string): Duration {
  const parts = DURATION.exec(text);
  if (parts === null)
    throw badRequestData('Invalid aggrPeriodDuration', 'aggrPeriodDuration is a duration of ISO 8601');
  const [years, months, weeks, days, hours, minutes, seconds] = parts
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    months: years * 12 + months,
    ms: (weeks * 7 + days) * DAY + ((hours * 60 + minutes) * 60 + seconds) * SECOND,
  };
}

/** The time that is so many durations after another: milliseconds since the epoch. */
export function timesAfter(start: number, { months, ms }: Duration, times: number): number {
  if (months === 0) return start + ms * times;
  const date = new Date(start);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months * times);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime() + ms * times;
}

/** Length of a mean month. */
const MONTH = 30.436_875 * DAY;

/** Returns the number, from 0, of the period in which a time lies. The periods begin at `start`. */
export function periodOf(start: number, duration: Duration, at: number): number {
  const mean = duration.months * MONTH + duration.ms;
  let period = Math.max(0, Math.floor((at - start) / mean));
  while (period > 0 && timesAfter(start, duration, period) > at) period -= 1;
  while (timesAfter(start, duration, period + 1) <= at) period += 1;
  return period;
}
