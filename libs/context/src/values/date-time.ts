/** Attribute and metadata types whose value is a date. */
export const isDateTimeType = (type: string | undefined) => type === 'DateTime' || type === 'ISO8601';

const MAX_LENGTH = 29;

const DATE = /^\s*(\d{1,4})-(\d{1,2})-(\d{1,2})(?:T(.+))?$/;

/** The forms of a time of day, tried in this order; each ends with the zone. */
const TIMES: readonly RegExp[] = [
  /^(\d{1,2}):(\d{1,2}):(\d+(?:\.\d*)?)\s*(.*)$/,
  /^(\d{2})(\d{2})(\d{2}(?:\.\d*)?)\s*(.*)$/,
  /^(\d{1,2}):(\d{1,2})()\s*(.*)$/,
  /^(\d{2})(\d{2})()\s*(.*)$/,
  // A sign straight after the hour would be read as part of the time.
  /^(\d{1,2})()()(Z?)$/,
];

/** What stands after the minutes is not looked at. */
const ZONE = /^([+-])(\d{1,2})(?::?(\d{1,2}))?/;

interface DateFields {
  /** Seconds since the epoch, without the seconds of the minute. */
  readonly minute: number;
  /** 0 ≤ second < 60. */
  readonly second: number;
}

/**
 * Reads a date as Orion does (docs/behaviour/context-broker.md#dates): `YYYY-MM-DD[Thh[:mm[:ss[.sss]]][zone]]`, also
 * `Thhmm[ss[.sss]]`; zone `Z`, `±h[h][[:]m[m]]`, UTC when absent.
 *
 * @returns seconds since the epoch, the seconds of the minute with single precision, as Orion stores them; undefined
 *   when the text is no date
 */
export function parseDateTime(text: string): number | undefined {
  const fields = readFields(text);
  return fields && fields.minute + Math.fround(fields.second);
}

/**
 * The values under which a date may be stored: as {@link parseDateTime} reads it and, when that is another number, with
 * double precision, as some writers of the database keep it.
 */
export function storedDateTimes(text: string): readonly number[] | undefined {
  const fields = readFields(text);
  if (fields === undefined) return undefined;
  const single = fields.minute + Math.fround(fields.second);
  const double = nearestSeconds(fields);
  return single === double ? [single] : [single, double];
}

function readFields(text: string): DateFields | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const date = DATE.exec(text);
  if (date === null) return undefined;
  const time = date[4] === undefined ? { hour: 0, minute: 0, second: 0, zone: '' } : readTime(date[4]);
  if (time === undefined) return undefined;
  const midnight = midnightOf(Number(date[1]), Number(date[2]), Number(date[3]));
  const offset = zoneSeconds(time.zone);
  if (midnight === undefined || offset === undefined) return undefined;
  const minute = midnight + time.hour * 3600 + time.minute * 60 - offset;
  // Orion takes the second before the epoch for its sign of a fault.
  return minute + time.second === -1 ? undefined : { minute, second: time.second };
}

function readTime(text: string): { hour: number; minute: number; second: number; zone: string } | undefined {
  for (const form of TIMES) {
    const parts = form.exec(text);
    if (parts === null) continue;
    const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
    if (hour > 23 || minute > 59 || second >= 60) return undefined;
    return { hour, minute, second, zone: parts[4] as string };
  }
  return undefined;
}

/** Seconds since the epoch; undefined when the calendar has no such day, or before 1900. */
function midnightOf(year: number, month: number, day: number): number | undefined {
  if (year < 1900) return undefined;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const exists = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  return exists ? midnight.getTime() / 1000 : undefined;
}

function zoneSeconds(zone: string): number | undefined {
  if (zone === '' || zone === 'Z') return 0;
  const parts = ZONE.exec(zone);
  if (parts === null || /[^\d:+. -]/.test(zone)) return undefined;
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 3600 + Number(parts[3] ?? 0) * 60);
}

/** The decimal text gives the nearest double where adding a fraction might miss it by one bit. */
function nearestSeconds({ minute, second }: DateFields): number {
  const whole = minute + Math.floor(second);
  const fraction = String(second).split('.')[1];
  if (fraction === undefined || whole < 0) return minute + second;
  return Number(`${whole}.${fraction}`);
}

/** Milliseconds a JavaScript Date can hold either side of the epoch. */
const MAX_DATE_MS = 8.64e15;

/** In milliseconds: what single precision may take from the seconds of a minute. */
const SINGLE_PRECISION_LOSS = 0.0022;

/**
 * Writes seconds since the epoch as `YYYY-MM-DDThh:mm:ss.sssZ`. Fractions of a millisecond are cut off, not rounded, but a
 * date read by {@link parseDateTime} from text with milliseconds is written with the same milliseconds.
 */
export function renderDateTime(seconds: number): string {
  const exact = seconds * 1000;
  const ms = Math.floor(exact + SINGLE_PRECISION_LOSS + Math.abs(exact) * Number.EPSILON);
  const text = new Date(Math.min(Math.max(ms, -MAX_DATE_MS), MAX_DATE_MS)).toISOString();
  // Years beyond four digits come with a sign and padding.
  return text.length === 24 ? text : text.replace(/^\+0*/, '').replace(/^-0*/, '-');
}
