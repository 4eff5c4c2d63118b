import { html, type Html } from './html';
import { numbered } from './wording';

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [31_557_600, 'year'],
  [2_629_800, 'month'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];

/** How long something lasted, in its largest unit: `3 days`, `20 seconds`. */
export function lengthOfTime(seconds: number): string {
  const unit = UNITS.find(([length]) => seconds >= length);
  return unit === undefined
    ? numbered(Math.max(0, Math.round(seconds)), 'second')
    : numbered(Math.floor(seconds / unit[0]), unit[1]);
}

/** `3 minutes ago`, with the exact time for whoever wants it. Both in seconds since the epoch. */
export function ago(seconds: number, nowSeconds: number): Html {
  const iso = new Date(Math.round(seconds * 1000)).toISOString();
  const age = nowSeconds - seconds;
  const text =
    age < 1 && age > -1 ? 'just now' : age < 0 ? `in ${lengthOfTime(-age)}` : `${lengthOfTime(age)} ago`;
  return html`<time datetime="${iso}" title="${iso.slice(0, 19).replace('T', ' ')} UTC">${text}</time>`;
}

/** The same, and nothing for a time that never was. */
export const agoIfEver = (seconds: number | undefined, nowSeconds: number): Html | undefined =>
  seconds === undefined ? undefined : ago(seconds, nowSeconds);
