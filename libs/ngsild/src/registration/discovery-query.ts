import { readDateTime } from '../entity/date-time';
import { badRequestData } from '../ngsild-fault';
import type { LdFilter } from '../query/ld-filter';
import type { ExpandName } from '../query/ld-names';
import { asksOfAttributes, linkedLevels, type LdQuery } from '../query/ld-query';
import { readLdFilter } from '../query/ld-query-request';
import { parseLdQuery } from '../query/parse-ld-query';
import { membersOfParameters, type ParameterValues } from '../query/query-parameters';

/** Parameters of `GET /csourceRegistrations` (GS CIM 009 §6.8.3.2). */
export const DISCOVERY_PARAMETERS: readonly string[] = [
  ...['type', 'id', 'idPattern', 'attrs', 'q', 'georel', 'geometry', 'coordinates', 'geoproperty'],
  ...['csf', 'scopeQ', 'timerel', 'timeAt', 'endTimeAt', 'timeproperty'],
  ...['limit', 'offset', 'count', 'options'],
];

/** Interval of a registration that a temporal query is asked of. */
export type IntervalMember = 'observationInterval' | 'managementInterval';

/** Window of a temporal query, in seconds since the epoch; its ends are open or infinite. */
export interface DiscoveryWindow {
  readonly interval: IntervalMember;
  readonly from: number;
  readonly to: number;
}

/** Request of a discovery of context sources (GS CIM 009 §5.10.2). All names are stored names. */
export interface DiscoveryQuery {
  readonly filter: LdFilter;
  readonly csf?: LdQuery;
  readonly window?: DiscoveryWindow;
}

/**
 * Reads a discovery. Names of parameters have been checked.
 *
 * @throws NgsiLdFault  BadRequestData for what is wrong, and for a query without type, attrs, q and place; TooComplexQuery
 */
export function readDiscovery(values: ParameterValues, expand: ExpandName): DiscoveryQuery {
  const members = membersOfParameters(values);
  const filter = readLdFilter(members, expand);
  const { anyOf, geo, q } = filter;
  const isNarrow =
    values.has('type') || (anyOf ?? geo) !== undefined || (q !== undefined && asksOfAttributes(q));
  if (!isNarrow)
    throw badRequestData(
      'Too wide query',
      'at least one of type, attrs, q with an attribute, and a geo query is needed',
    );
  if (q !== undefined && linkedLevels(q) > 0)
    throw badRequestData('Invalid q', 'q of a discovery cannot reach into linked entities');
  const csf =
    members.csf === undefined ? undefined : parseLdQuery(members.csf, { expand, expandValue: expand });
  const window = readWindow(values);
  return { filter, ...(csf !== undefined && { csf }), ...(window !== undefined && { window }) };
}

const INTERVALS: ReadonlyMap<string, IntervalMember> = new Map<string, IntervalMember>([
  ['observedAt', 'observationInterval'],
  ['createdAt', 'managementInterval'],
  ['modifiedAt', 'managementInterval'],
  ['deletedAt', 'managementInterval'],
]);

function readWindow(values: ParameterValues): DiscoveryWindow | undefined {
  const timerel = values.get('timerel');
  if (timerel === undefined) {
    const alone = ['timeAt', 'endTimeAt', 'timeproperty'].find((name) => values.has(name));
    if (alone !== undefined) throw timeFault(`${alone} stands only with timerel`);
    return undefined;
  }
  const interval = INTERVALS.get(values.get('timeproperty') ?? 'observedAt');
  if (interval === undefined) throw timeFault(`timeproperty is one of ${[...INTERVALS.keys()].join(', ')}`);
  const timeAt = timeOf(values, 'timeAt');
  if (timerel !== 'between' && values.has('endTimeAt')) throw timeFault('endTimeAt stands only with between');
  switch (timerel) {
    case 'before':
      return { interval, from: -Infinity, to: timeAt };
    case 'after':
      return { interval, from: timeAt, to: Infinity };
    case 'between': {
      const to = timeOf(values, 'endTimeAt');
      if (to < timeAt) throw timeFault('endTimeAt must not be before timeAt');
      return { interval, from: timeAt, to };
    }
    default:
      throw timeFault('timerel is before, after or between');
  }
}

function timeOf(values: ParameterValues, name: string): number {
  const text = values.get(name);
  const seconds = text === undefined ? undefined : readDateTime(text);
  if (seconds === undefined) throw timeFault(`${name} must be a DateTime`);
  return seconds;
}

const timeFault = (detail: string) => badRequestData('Invalid temporal query', detail);
