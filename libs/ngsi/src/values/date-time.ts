/** Attribute and metadata types whose value is a date (spec section 2.5). */
export const isDateTimeType = (type: string | undefined) => type === 'DateTime' || type === 'ISO8601';

const MAX_LENGTH = 29;
const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(\.\d+)?)?|(\d{2})(?:(\d{2})(\.\d+)?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Reads a date by the grammar of spec section 2.5: `YYYY-MM-DD[Thh[:mm[:ss[.sss]]][zone]]`, also `Thhmm[ss[.sss]]`;
 * zone `Z`, `±hh`, `±hh:mm`, `±hhmm`, UTC when absent.
 *
 * @returns seconds since the epoch with fractions; undefined when the text is no such date
 */
export function parseDateTime(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const parts = DATE.exec(text);
  if (parts === null) return undefined;
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction,
    compactMinute,
    compactSecond,
    compactFraction,
    zone,
  ] = parts;
  const y = Number(year);
  const mo = Number(month);
  const d = Number(day);
  const h = Number(hour ?? 0);
  const mi = Number(minute ?? compactMinute ?? 0);
  const s = Number(second ?? compactSecond ?? 0);
  if (y < 1900 || h > 23 || mi > 59 || s > 59) return undefined;
  const midnight = new Date(Date.UTC(y, mo - 1, d));
  if (midnight.getUTCMonth() !== mo - 1 || midnight.getUTCDate() !== d) return undefined;
  const offset = zoneSeconds(zone);
  if (offset === undefined) return undefined;
  const whole = midnight.getTime() / 1000 + h * 3600 + mi * 60 + s - offset;
  const decimals = fraction ?? compactFraction;
  if (decimals === undefined) return whole;
  // The decimal text gives the nearest double where adding a fraction might miss it by one bit.
  return whole >= 0 ? Number(`${whole}${decimals}`) : whole + Number(`0${decimals}`);
}

function zoneSeconds(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** Milliseconds a JavaScript Date can hold either side of the epoch. */
const MAX_DATE_MS = 8.64e15;

/** Writes seconds since the epoch as `YYYY-MM-DDThh:mm:ss.sssZ`. */
export function renderDateTime(seconds: number): string {
  const ms = Math.min(Math.max(Math.round(seconds * 1000), -MAX_DATE_MS), MAX_DATE_MS);
  const text = new Date(ms).toISOString();
  // Years beyond four digits come with a sign and padding.
  return text.length === 24 ? text : text.replace(/^\+0*/, '').replace(/^-0*/, '-');
}
