import { csvCell } from '@smart-city/lists';
import { intervalAt, medianOf, type PeriodFigures, type Sample } from '@smart-city/history';
import type { SthMethod, SthQuery } from './sth-query';

type AggregatedQuery = Extract<SthQuery, { kind: 'aggregated' }>;

const DAY = 86_400_000;
const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: DAY } as const;
const MONTH_MS = 30.4375 * DAY;

/** A value as STH-Comet shows it: JSON text. */
export const valueText = ({ value }: Sample): string =>
  typeof value === 'number' ? JSON.stringify(value) : value;

/** One raw value: JSON text. */
export const rawItem = (sample: Sample): string =>
  `{"recvTime":${JSON.stringify(instantText(sample.at))},"attrType":${JSON.stringify(sample.label.type)},"attrValue":${valueText(sample)}}`;

export const instantText = (ms: number): string => new Date(ms).toISOString();

/** Aggregated values, one item for each larger unit: JSON texts. */
export function aggregatedItems(
  attrName: string,
  periods: readonly PeriodFigures[],
  query: AggregatedQuery,
): readonly string[] {
  const items = new Map<number, string[]>();
  for (const figures of periods) {
    const members = query.methods.flatMap((method) => memberOf(method, figures));
    if (members.length === 0) continue;
    const origin = intervalAt(query.larger, figures.start).start;
    const offset = offsetOf(figures.start - origin, query.unit);
    const point = `{"offset":${offset},"samples":${figures.samples},${members.join()}}`;
    const known = items.get(origin);
    if (known === undefined) items.set(origin, [point]);
    else known.push(point);
  }
  return [...items].map(([origin, points]) => {
    const id = { attrName, origin: instantText(origin), resolution: query.unit };
    return `{"_id":${JSON.stringify(id)},"points":[${points.join()}]}`;
  });
}

/** Days are counted from 1, all else from 0. */
function offsetOf(ms: number, unit: AggregatedQuery['unit']): number {
  if (unit === 'month') return Math.round(ms / MONTH_MS);
  return Math.round(ms / UNIT_MS[unit]) + Number(unit === 'day');
}

/** `"sum":34.59`; nothing where there is no such figure. */
function memberOf(method: SthMethod, figures: PeriodFigures): readonly string[] {
  if (method === 'occur') {
    if (figures.texts.size === 0) return [];
    const occurrences = [...figures.texts].map(([text, count]) => [occurrenceName(text), count]);
    return [`"occur":${JSON.stringify(Object.fromEntries(occurrences))}`];
  }
  return figures.numbers === 0 ? [] : [`"${method}":${JSON.stringify(figureOf(method, figures))}`];
}

function figureOf(method: Exclude<SthMethod, 'occur'>, figures: PeriodFigures): number {
  switch (method) {
    case 'sum2':
      return figures.sumOfSquares;
    case 'avg':
      return figures.sum / figures.numbers;
    case 'median':
      return medianOf(figures);
    default:
      return figures[method];
  }
}

/** The text itself, or the JSON of what is none. MongoDB had no dots and dollars in names. */
function occurrenceName(json: string): string {
  const name = json.startsWith('"') ? (JSON.parse(json) as string) : json;
  return name.replaceAll('.', '\uFF0E').replaceAll('$', '\uFF04');
}

/** The first line of a file of values. */
export const CSV_HEAD = 'attrName,attrType,attrValue,recvTime\n';

/** One line of a file of values. */
export const csvLine = (attrName: string, sample: Sample): string =>
  `${[attrName, sample.label.type, csvValue(sample), instantText(sample.at)].map(csvCell).join()}\n`;

const csvValue = ({ value }: Sample): string | number =>
  typeof value === 'string' && value.startsWith('"') ? (JSON.parse(value) as string) : value;
