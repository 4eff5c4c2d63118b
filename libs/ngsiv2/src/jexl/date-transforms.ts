import { asNumber, asString, type JexlTransform } from './transform';

const RFC3339 = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/i;
const MAX_DATE_SECONDS = 8.64e12;

export const DATE_TRANSFORMS = {
  /** Seconds since the epoch, plus the subject. */
  now: (subject) => Math.floor(Date.now() / 1000) + asNumber(subject),
  /** Seconds since the epoch to `2024-07-10T10:22:29+00:00`. */
  toIsoString: (subject) => {
    const seconds = Math.floor(asNumber(subject));
    if (Math.abs(seconds) > MAX_DATE_SECONDS) return null;
    return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, '+00:00');
  },
  /** ISO 8601 date with time and zone to whole seconds since the epoch. */
  getTime: (subject) => {
    const text = asString(subject);
    const ms = RFC3339.test(text) ? Date.parse(text.replace(' ', 'T')) : NaN;
    return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
  },
} satisfies Record<string, JexlTransform>;
