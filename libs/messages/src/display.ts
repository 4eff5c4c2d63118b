import { escapeMarkup } from '@smart-city/service';
import { formatsFor } from './formats';
import type { Language } from './language';

const UNITS = [
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', 86_400_000, 30],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number, number])[];

/** Where somebody reads times, and when. */
export interface ReadingMoment {
  /** IANA name of a time zone. */
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Display = ReturnType<typeof displayFor>;

/** How times and numbers read in a language. Texts but those of `when` are to be escaped as any other. */
export function displayFor(language: Language, { zone, now }: ReadingMoment) {
  const { exact, date, day, month, relative } = formatsFor(language, zone);

  /** `3 minutes ago`, `tomorrow`; the date of what is more than a month away. */
  const ago = (ms: number): string => {
    if (Math.abs(ms - now) < 45_000) return relative.format(0, 'second');
    const fits = UNITS.find(([, size, most]) => Math.abs(ms - now) < size * (most - 0.5));
    return fits ? relative.format(Math.round((ms - now) / fits[1]), fits[0]) : date.format(ms);
  };

  return {
    zone,
    now,
    time: (ms: number) => exact.format(ms),
    /** HTML: how long ago, with the exact time in the title. */
    when: (ms: number) =>
      `<time datetime="${new Date(ms).toISOString()}" title="${escapeMarkup(exact.format(ms))}">${escapeMarkup(ago(ms))}</time>`,
    /** Of days that begin at midnight UTC, as statistics are kept. */
    day: (ms: number) => day.format(ms),
    /** As `day`. */
    month: (ms: number) => month.format(ms),
    number: (value: number) => value.toLocaleString(language),
  };
}
