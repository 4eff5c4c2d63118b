import { closedWindow, type Period, type PeriodUnit, type Window } from '@smart-city/history';
import { HistoryFault } from '../history-fault';
import { QueryReader } from '../query-reader';

export const QL_METHODS = ['count', 'sum', 'avg', 'min', 'max'] as const;
export type QlMethod = (typeof QL_METHODS)[number];
const PERIODS: readonly PeriodUnit[] = ['year', 'month', 'day', 'hour', 'minute', 'second'];
/** Values of QuantumLeap's own bound. */
const DEFAULT_LIMIT = 10_000;
const MOST_OFFSET = 1_000_000;
const GEO = ['georel', 'geometry', 'coords'];

/** URL parameters of QuantumLeap; others are passed over. */
export const QL_PARAMETERS: ReadonlySet<string> = new Set([
  ...['type', 'id', 'idPattern', 'attrs', 'fromDate', 'toDate', 'lastN', 'limit', 'offset'],
  ...['aggrMethod', 'aggrPeriod', 'aggrScope', 'options', 'timezone'],
]);

/** Request to QuantumLeap's interface. */
export interface QlQuery {
  readonly type: string | undefined;
  readonly ids: readonly string[] | undefined;
  readonly idPattern: string | undefined;
  readonly attrs: readonly string[] | undefined;
  readonly window: Window;
  readonly lastN: number | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Undefined: values as they are. */
  readonly aggregate: { readonly method: QlMethod; readonly period: Period } | undefined;
}

/** @param most  values of one answer. @throws HistoryFault  400 */
export function parseQlQuery(url: string, most: number): QlQuery {
  const query = new QueryReader(url);
  for (const name of GEO)
    if (query.text(name) !== undefined)
      throw new HistoryFault(400, 'Geographical queries of the past are not served', 'query', [name]);
  const listed = (name: string) => (query.text(name) === undefined ? undefined : query.list(name));
  return {
    type: query.text('type'),
    ids: listed('id'),
    idPattern: query.text('idPattern'),
    attrs: listed('attrs'),
    window: closedWindow(query.date('fromDate'), query.date('toDate')),
    lastN: query.integer('lastN', { min: 1, max: Number.MAX_SAFE_INTEGER }),
    limit: Math.min(query.integer('limit', { min: 1, max: Number.MAX_SAFE_INTEGER }) ?? DEFAULT_LIMIT, most),
    offset: query.integer('offset', { min: 0, max: MOST_OFFSET }) ?? 0,
    aggregate: aggregateOf(query),
  };
}

function aggregateOf(query: QueryReader): QlQuery['aggregate'] {
  const method = query.choice('aggrMethod', QL_METHODS);
  const unit = query.choice('aggrPeriod', PERIODS);
  query.choice('aggrScope', ['entity']);
  const zone = query.zone('timezone');
  if (unit !== undefined && method === undefined)
    throw new HistoryFault(400, 'aggrPeriod parameter passed without aggrMethod.', 'query', ['aggrMethod']);
  if (method === undefined) return undefined;
  return { method, period: unit === undefined ? { kind: 'whole' } : { kind: 'calendar', unit, zone } };
}
