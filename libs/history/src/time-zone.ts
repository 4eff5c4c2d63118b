const MINUTE = 60_000;
const DAY = 86_400_000;
/** Formats are dear to make. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATS = 64;

/** Whether there is a time zone of that name: `Europe/Madrid`, `UTC`, `+02:00`. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Returns how far local clocks are ahead of UTC at a moment, in milliseconds. @param zone  one that {@link isTimeZone} knows */
export function zoneOffset(zone: string, ms: number): number {
  if (zone === 'UTC') return 0;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(ms / 1000) * 1000;
}

/**
 * The moment at which local clocks show a time: the earlier one where they show it twice, and where they leave it out, the
 * moment that a clock shows which was not put forward.
 *
 * @param local  as if local time were UTC, milliseconds
 */
export function momentOfLocal(zone: string, local: number): number {
  const before = zoneOffset(zone, local - DAY);
  const after = zoneOffset(zone, local + DAY);
  const candidates = [local - before, local - after].filter((ms) => ms + zoneOffset(zone, ms) === local);
  return candidates.length === 0 ? local - before : Math.min(...candidates);
}

/** The start of an hour or of a shorter unit on local clocks. */
export function startWithinHour(zone: string, ms: number, unitMs: number): number {
  // Zones differ from UTC by whole minutes.
  if (unitMs <= MINUTE) return ms - modulo(ms, unitMs);
  return ms - modulo(ms + zoneOffset(zone, ms), unitMs);
}

/** The remainder that is never negative. */
export const modulo = (value: number, by: number): number => ((value % by) + by) % by;

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(zone, format);
  }
  return format;
}
