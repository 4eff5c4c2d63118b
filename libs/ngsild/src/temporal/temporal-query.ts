import { isJsonObject, type JsonValue } from '@smart-city/context';
import { readDateTime } from '../entity/date-time';
import { badRequestData } from '../ngsild-fault';
import { TIME_PROPERTIES, type TimeProperty } from './temporal-instance';

/** Part of the past that is asked for (GS CIM 009 §4.11, 5.2.21). */
export interface TemporalQuery {
  readonly property: TimeProperty;
  /** Absent: all of the past. */
  readonly window?: TemporalWindow;
  /** Only so many instances of each attribute, the newest first. */
  readonly lastN?: number;
}

/** Times from `from` on and before `before`, milliseconds since the epoch; open ends are infinite. */
export interface TemporalWindow {
  readonly from: number;
  readonly before: number;
  /** The ends as they were given. */
  readonly fromText?: string;
  readonly beforeText?: string;
}

/** The members of a temporal query, as text. */
export interface TemporalMembers {
  readonly timerel?: string | undefined;
  readonly timeAt?: string | undefined;
  readonly endTimeAt?: string | undefined;
  readonly timeproperty?: string | undefined;
  readonly lastN?: string | undefined;
}

const fault = (detail: string) => badRequestData('Invalid temporal query', detail);

/** @throws NgsiLdFault  BadRequestData */
export function parseTemporalQuery(members: TemporalMembers): TemporalQuery {
  const { timeproperty = 'observedAt', lastN } = members;
  const property = TIME_PROPERTIES.find((one) => one === timeproperty);
  if (property === undefined) throw fault(`timeproperty is one of ${TIME_PROPERTIES.join(', ')}`);
  if (lastN !== undefined && !/^[1-9]\d{0,14}$/.test(lastN)) throw fault('lastN is a positive whole number');
  const window = windowOf(members);
  return {
    property,
    ...(window !== undefined && { window }),
    ...(lastN !== undefined && { lastN: Number(lastN) }),
  };
}

function windowOf({ timerel, timeAt, endTimeAt }: TemporalMembers): TemporalWindow | undefined {
  if (timerel === undefined) {
    if ((timeAt ?? endTimeAt) !== undefined) throw fault('timeAt and endTimeAt need timerel');
    return undefined;
  }
  if (timeAt === undefined) throw fault('timerel needs timeAt');
  const at = msOf('timeAt', timeAt);
  switch (timerel) {
    case 'before':
      return { from: -Infinity, before: at, beforeText: timeAt };
    case 'after':
      return { from: at, before: Infinity, fromText: timeAt };
    case 'between':
      if (endTimeAt === undefined) throw fault('the timerel between needs endTimeAt');
      return { from: at, before: msOf('endTimeAt', endTimeAt), fromText: timeAt, beforeText: endTimeAt };
    default:
      throw fault('timerel is before, after or between');
  }
}

function msOf(name: string, text: string): number {
  const seconds = readDateTime(text);
  if (seconds === undefined) throw fault(`${name} is not a DateTime in UTC: ${text.slice(0, 80)}`);
  return seconds * 1000;
}

const MEMBERS = ['timerel', 'timeAt', 'endTimeAt', 'timeproperty'] as const;

/** Reads the member `temporalQ` of a Query. @throws NgsiLdFault  BadRequestData */
export function temporalMembersOf(json: JsonValue | undefined): TemporalMembers {
  if (json === undefined) return {};
  if (!isJsonObject(json)) throw fault('temporalQ is a JSON object');
  const texts = MEMBERS.map((name) => {
    const value = json.get(name);
    if (value !== undefined && typeof value !== 'string') throw fault(`${name} is a text`);
    return value;
  });
  const [timerel, timeAt, endTimeAt, timeproperty] = texts;
  const lastN = json.get('lastN');
  if (lastN !== undefined && typeof lastN !== 'number') throw fault('lastN is a positive whole number');
  return {
    timerel,
    timeAt,
    endTimeAt,
    timeproperty,
    ...(lastN !== undefined && { lastN: String(lastN) }),
  };
}
