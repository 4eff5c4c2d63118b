import { closedWindow, type PageOfSamples, type Period, type PeriodUnit } from '@smart-city/history';
import { HistoryFault } from '../history-fault';
import { QueryReader } from '../query-reader';

export const STH_METHODS = ['min', 'max', 'sum', 'sum2', 'occur', 'avg', 'first', 'last', 'median'] as const;
export type SthMethod = (typeof STH_METHODS)[number];
/** `all`: those that STH-Comet has. */
const ALL: readonly SthMethod[] = ['min', 'max', 'sum', 'sum2', 'occur'];

export const STH_PERIODS = ['month', 'day', 'hour', 'minute', 'second'] as const;
export type SthPeriod = (typeof STH_PERIODS)[number];

/** The unit in which periods are told together: hours of a day. */
const LARGER: Readonly<Record<SthPeriod, PeriodUnit>> = {
  month: 'year',
  day: 'month',
  hour: 'day',
  minute: 'hour',
  second: 'minute',
};

/** URL parameters of `GET /STH/…`. */
export const STH_PARAMETERS: ReadonlySet<string> = new Set([
  ...['type', 'lastN', 'hLimit', 'hOffset', 'dateFrom', 'dateTo', 'count', 'filetype'],
  ...['aggrMethod', 'aggrPeriod', 'timezone'],
]);

/** Request to STH-Comet's interface. */
export type SthQuery =
  | { readonly kind: 'raw'; readonly type: string | undefined; readonly page: PageOfSamples }
  | { readonly kind: 'csv'; readonly type: string | undefined; readonly page: PageOfSamples }
  | {
      readonly kind: 'aggregated';
      readonly type: string | undefined;
      readonly page: PageOfSamples;
      readonly methods: readonly SthMethod[];
      readonly unit: SthPeriod;
      readonly period: Period;
      /** Periods that are told together. */
      readonly larger: Period;
    };

/**
 * Reads the parameters of `GET /STH/…`.
 *
 * @param most  what `lastN` and `hLimit` may be
 * @throws HistoryFault  400
 */
export function parseSthQuery(url: string, most: number): SthQuery {
  const query = new QueryReader(url);
  query.refuseOthers(STH_PARAMETERS);
  const type = query.text('type');
  const lastN = query.integer('lastN', { min: 1, max: most });
  const hLimit = query.integer('hLimit', { min: 1, max: most });
  const hOffset = query.integer('hOffset', { min: 0, max: Number.MAX_SAFE_INTEGER });
  if (lastN !== undefined && hLimit !== undefined && hLimit > lastN)
    throw new HistoryFault(400, '"hLimit" must be less than or equal to lastN', 'query', ['hLimit']);
  const isCsv = query.choice('filetype', ['csv']) !== undefined;
  const page: PageOfSamples = {
    window: closedWindow(query.date('dateFrom'), query.date('dateTo')),
    newest: lastN,
    offset: hOffset,
    limit: hLimit ?? lastN ?? most,
    count: query.boolean('count'),
    valuesOnly: true,
  };
  const methods = query.choices('aggrMethod', [...STH_METHODS, 'all']);
  const unit = query.choice('aggrPeriod', STH_PERIODS);
  const zone = query.zone('timezone');
  if (isCsv) return { kind: 'csv', type, page };
  if (lastN !== undefined || (hLimit !== undefined && hOffset !== undefined))
    return { kind: 'raw', type, page };
  if (methods === undefined || unit === undefined) throw missing();
  return {
    kind: 'aggregated',
    type,
    page,
    methods: [...new Set(methods.flatMap((method) => (method === 'all' ? ALL : [method])))],
    unit,
    period: { kind: 'calendar', unit, zone },
    larger: { kind: 'calendar', unit: LARGER[unit], zone },
  };
}

const missing = (): HistoryFault =>
  new HistoryFault(
    400,
    'A combination of the following query params is required: lastN, hLimit and hOffset, filetype=csv, or aggrMethod and aggrPeriod',
    'query',
    ['lastN', 'hLimit', 'hOffset', 'filetype', 'aggrMethod', 'aggrPeriod'],
  );
