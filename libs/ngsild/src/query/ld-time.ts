const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,6}))?Z$/;

/**
 * Reads a DateTime of NGSI-LD (GS CIM 009 §4.6.3): `YYYY-MM-DDThh:mm:ss[.ffffff]Z`, a comma in place of the dot accepted.
 *
 * @returns seconds since the epoch, with fractions; undefined for another text, and for a day that no calendar has
 */
export function secondsOfDateTime(text: string): number | undefined {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined;
  const whole = midnight.getTime() / 1000 + hour * 3600 + minute * 60 + second;
  return parts[7] === undefined ? whole : whole + Number(`0.${parts[7]}`);
}

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d{1,6})?Z$/;

/** Whether a text is a Date of NGSI-LD. */
export const isDateText = (text: string): boolean => DATE.test(text);

/** Whether a text is a Time of NGSI-LD. */
export const isTimeText = (text: string): boolean => TIME.test(text);
