import { modulo, momentOfLocal, startWithinHour, zoneOffset } from './time-zone';

export const PERIOD_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

/** Calendar periods: days begin at midnight of the zone, weeks on Mondays. */
export interface CalendarPeriod {
  readonly kind: 'calendar';
  readonly unit: PeriodUnit;
  /** A name of the IANA data base: `UTC`, `Europe/Madrid`. */
  readonly zone: string;
}

/** Periods of equal length from a moment on; months by the calendar (of UTC). */
export interface SteppedPeriod {
  readonly kind: 'stepped';
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly months: number;
  readonly ms: number;
}

/** One period for all samples. */
export interface WholePeriod {
  readonly kind: 'whole';
}

export type Period = CalendarPeriod | SteppedPeriod | WholePeriod;

/** From `start` to before `end`, milliseconds since the epoch. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const SHORT: Readonly<Partial<Record<PeriodUnit, number>>> = {
  second: SECOND,
  minute: 60 * SECOND,
  hour: HOUR,
};
/** The first Monday after the epoch. */
const A_MONDAY = 4 * DAY;
const MOST_GUESSES = 3;

/** The interval of the period in which a moment lies. */
export function intervalAt(period: Period, ms: number): Interval {
  if (period.kind === 'whole') return { start: -Infinity, end: Infinity };
  return period.kind === 'calendar' ? calendarInterval(period, ms) : steppedInterval(period, ms);
}

function calendarInterval({ unit, zone }: CalendarPeriod, ms: number): Interval {
  const short = SHORT[unit];
  if (short !== undefined) {
    const start = startWithinHour(zone, ms, short);
    return { start, end: start + short };
  }
  const local = ms + zoneOffset(zone, ms);
  const begin = localStart(unit, local);
  return { start: momentOfLocal(zone, begin), end: momentOfLocal(zone, nextLocalStart(unit, begin)) };
}

function localStart(unit: PeriodUnit, local: number): number {
  const date = new Date(local);
  if (unit === 'year') return Date.UTC(date.getUTCFullYear(), 0);
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  if (unit === 'week') return local - modulo(local - A_MONDAY, 7 * DAY);
  return local - modulo(local, DAY);
}

function nextLocalStart(unit: PeriodUnit, start: number): number {
  const date = new Date(start);
  if (unit === 'year') return Date.UTC(date.getUTCFullYear() + 1, 0);
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return start + (unit === 'week' ? 7 * DAY : DAY);
}

function steppedInterval(period: SteppedPeriod, ms: number): Interval {
  const length = period.months * 30.436875 * DAY + period.ms;
  let step = Math.floor((ms - period.from) / length);
  for (let guess = 0; guess < MOST_GUESSES && stepStart(period, step) > ms; guess += 1) step -= 1;
  for (let guess = 0; guess < MOST_GUESSES && stepStart(period, step + 1) <= ms; guess += 1) step += 1;
  return { start: stepStart(period, step), end: stepStart(period, step + 1) };
}

/** The last days of long months become the last ones of shorter months. */
function stepStart({ from, months, ms }: SteppedPeriod, step: number): number {
  if (months === 0) return from + step * ms;
  const begin = new Date(from);
  const month = begin.getUTCMonth() + months * step;
  const lastDay = new Date(Date.UTC(begin.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Date.UTC(begin.getUTCFullYear(), month, Math.min(begin.getUTCDate(), lastDay));
  return day + modulo(from, DAY) + step * ms;
}
