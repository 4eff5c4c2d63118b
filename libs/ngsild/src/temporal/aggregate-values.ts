import { isJsonArray, renderExactJson, type JsonValue } from '@smart-city/context';
import { readDateTime } from '../entity/date-time';
import { isTimeText } from '../query/ld-time';
import type { AggregateMethod } from './aggregation';

/** Methods that suit values, by the kind of the first of them. */
type ValueClass = 'number' | 'array' | 'time' | 'text' | 'other';

const METHODS: Readonly<Record<ValueClass, ReadonlySet<AggregateMethod>>> = {
  number: new Set(['totalCount', 'distinctCount', 'sum', 'avg', 'min', 'max', 'stddev', 'sumsq']),
  array: new Set(['totalCount', 'distinctCount', 'sum', 'avg', 'min', 'max']),
  time: new Set(['totalCount', 'distinctCount', 'avg', 'min', 'max']),
  text: new Set(['totalCount', 'distinctCount', 'min', 'max']),
  other: new Set(['totalCount', 'distinctCount']),
};

function classOf(value: JsonValue): ValueClass {
  if (typeof value === 'number' || typeof value === 'boolean') return 'number';
  if (isJsonArray(value)) return 'array';
  if (typeof value !== 'string') return 'other';
  return isTimeText(value) ? 'time' : 'text';
}

/** The number that a value counts as: an array its length, a Time its milliseconds. */
function numberOf(value: JsonValue): number {
  if (isJsonArray(value)) return value.length;
  return typeof value === 'string' ? Date.parse(`1970-01-01T${value}`) : Number(value);
}

/**
 * Sums up values, at least one. Where they are of several classes, all but the counts are of those that are like the first.
 *
 * @param countsOnly  they are targets of Relationships, or the like
 * @returns undefined where the method is not for such values
 */
export function aggregateOf(
  values: readonly JsonValue[],
  method: AggregateMethod,
  countsOnly: boolean,
): JsonValue | undefined {
  const of = countsOnly ? 'other' : classOf(values[0]!);
  if (!METHODS[of].has(method)) return undefined;
  if (method === 'totalCount') return values.length;
  if (method === 'distinctCount') return new Set(values.map((value) => renderExactJson(value))).size;
  const alike = values.filter((value) => classOf(value) === of);
  if (of === 'text') return extremeText(alike.map(String), method);
  const figure = figureOf(alike.map(numberOf), method);
  return of === 'time' ? timeOfDay(figure) : figure;
}

/** Dates are compared by time, other texts by code unit. */
function extremeText(texts: readonly string[], method: AggregateMethod): string {
  const dates = texts.map(readDateTime);
  const isBefore = dates.every((date) => date !== undefined)
    ? (a: number, b: number) => dates[a]! < dates[b]!
    : (a: number, b: number) => texts[a]! < texts[b]!;
  let best = 0;
  for (let at = 1; at < texts.length; at += 1)
    if (method === 'min' ? isBefore(at, best) : isBefore(best, at)) best = at;
  return texts[best]!;
}

function figureOf(numbers: readonly number[], method: AggregateMethod): number {
  const sum = numbers.reduce((all, one) => all + one, 0);
  const average = sum / numbers.length;
  switch (method) {
    case 'sum':
      return sum;
    case 'avg':
      return average;
    case 'min':
      return numbers.reduce((least, one) => Math.min(least, one));
    case 'max':
      return numbers.reduce((most, one) => Math.max(most, one));
    case 'sumsq':
      return numbers.reduce((all, one) => all + one * one, 0);
    default:
      return Math.sqrt(numbers.reduce((all, one) => all + (one - average) ** 2, 0) / numbers.length);
  }
}

const timeOfDay = (ms: number): string => new Date(ms).toISOString().slice(11).replace('.000Z', 'Z');
