import type { PeriodFigures, Sample } from '@smart-city/history';
import type { QlMethod } from './ql-query';

/** Values of one attribute of one entity: their times (milliseconds since the epoch), and JSON texts. */
export interface QlValues {
  readonly attrName: string;
  readonly index: readonly number[];
  readonly values: readonly string[];
}

/** Part of an answer about one entity. */
export interface QlEntity {
  readonly id: string;
  readonly type: string;
  readonly attributes: readonly QlValues[];
}

export const valuesOfSamples = (attrName: string, samples: readonly Sample[]): QlValues => ({
  attrName,
  index: samples.map(({ at }) => at),
  values: samples.map(({ value }) => (typeof value === 'number' ? JSON.stringify(value) : value)),
});

/** One value for each period; of one period for all, none of them has a time. */
export const valuesOfPeriods = (
  attrName: string,
  periods: readonly PeriodFigures[],
  method: QlMethod,
): QlValues => ({
  attrName,
  index: periods.flatMap(({ start }) => (start === -Infinity ? [] : [start])),
  values: periods.map((figures) => JSON.stringify(figureOf(method, figures))),
});

function figureOf(method: QlMethod, { numbers, sum, min, max }: PeriodFigures): number {
  switch (method) {
    case 'count':
      return numbers;
    case 'sum':
      return sum;
    case 'avg':
      return sum / numbers;
    case 'min':
      return min;
    case 'max':
      return max;
  }
}

/**
 * Attributes at the times of all of them: `null` where one has no value then.
 *
 * @returns each with one value for each of the times
 */
export function joined(attributes: readonly QlValues[]): {
  readonly index: readonly number[];
  readonly attributes: readonly QlValues[];
} {
  const index = [...new Set(attributes.flatMap((one) => one.index))].sort((a, b) => a - b);
  if (index.length === 0) return { index, attributes };
  return {
    index,
    attributes: attributes.map(({ attrName, index: own, values }) => {
      const byTime = new Map(own.map((time, at) => [time, values[at]!]));
      return { attrName, index, values: index.map((time) => byTime.get(time) ?? 'null') };
    }),
  };
}

/** The page of rows that all attributes of an entity have together. */
export function pageOfRows(
  attributes: readonly QlValues[],
  {
    lastN,
    offset,
    limit,
  }: { readonly lastN: number | undefined; readonly offset: number; readonly limit: number },
): readonly QlValues[] {
  const rows = joined(attributes);
  const first = lastN === undefined ? 0 : Math.max(0, rows.index.length - lastN);
  const cut = <T>(list: readonly T[]) => list.slice(first + offset, first + offset + limit);
  return rows.attributes.map(({ attrName, index, values }) => ({
    attrName,
    index: cut(index),
    values: index.length === 0 ? values : cut(values),
  }));
}
