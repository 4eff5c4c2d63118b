const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,6}))?Z$/;

/**
 * Reads a DateTime of NGSI-LD: `YYYY-MM-DDThh:mm:ss[.ffffff]Z`, the fraction also after a comma (GS CIM 009 §4.6.3).
 *
 * @returns seconds since the epoch, with fractions; undefined when the text is none, or the calendar has no such day
 */
export function readDateTime(text: string): number | undefined {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return undefined;
  const [, date = '', hour, minute, second, fraction] = parts;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined;
  const whole = midnight / 1000 + Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return fraction === undefined ? whole : whole + Number(`0.${fraction}`);
}
