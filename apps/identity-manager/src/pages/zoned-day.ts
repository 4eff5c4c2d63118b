const DAY_MS = 86_400_000;

/** What the clocks of a zone show, as milliseconds since 1970 of a clock that shows the same in UTC. */
function clockIn(zone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en', {
    ...{
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    },
    hourCycle: 'h23',
    timeZone: zone,
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * When a day begins in a time zone; milliseconds since 1970. A day whose midnight the clocks skip begins when they go on.
 *
 * @param text   `2026-11-21`, as forms send it
 * @param later  days after it
 * @returns      undefined for what is no day
 */
export function startOfDay(text: string, zone: string, later = 0): number | undefined {
  const given = /^[12]\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(given)) return undefined;
  const midnight = given + later * DAY_MS;
  // By how much clocks were ahead of UTC the day before, and are the day after: one of both holds at midnight.
  const candidates = [midnight - DAY_MS, midnight + DAY_MS].map((at) => midnight - (clockIn(zone, at) - at));
  const shown = candidates.filter((at) => clockIn(zone, at) === midnight);
  return shown.length > 0 ? Math.min(...shown) : candidates[0];
}
