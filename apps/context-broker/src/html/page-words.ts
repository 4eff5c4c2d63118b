import {
  counted,
  displayFor,
  type CountedKey,
  type Display,
  type Language,
  type Translate,
} from '@smart-city/messages';
import { MESSAGES, type MessageKey } from '../messages/catalogue';
import { Html, html, type Piece } from './html';

export type CountKey = CountedKey<MessageKey>;

const UNITS = [
  [31_557_600, 'year'],
  [2_629_800, 'month'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** How a page speaks to its reader: texts, numbers and times in their language and zone. */
export class PageWords {
  /** A message. */
  readonly t: Translate<MessageKey>;
  private readonly display: Display;
  private readonly formats = new Map<number, Intl.NumberFormat>();

  /** @param zone  IANA name of a time zone */
  constructor(
    readonly language: Language,
    readonly nowSeconds: number,
    zone = 'UTC',
  ) {
    this.t = MESSAGES.translator(language);
    this.display = displayFor(language, { zone, now: nowSeconds * 1000 });
  }

  /** A message with markup in the place of its parameters. */
  html(key: MessageKey, pieces: Readonly<Record<string, Piece>>): Html {
    const parts = MESSAGES.text(this.language, key).split(/\{(\w+)\}/);
    return html`${parts.map((part, at) => (at % 2 === 0 ? part : pieces[part]))}`;
  }

  /** `1 type`, `2 types`: a message that has a form for each. */
  counted(key: CountKey, count: number): string {
    return counted<MessageKey>(this.t, key, count, { count: this.number(count) });
  }

  /** @param digits  after the decimal mark */
  number(value: number, digits = 0): string {
    let format = this.formats.get(digits);
    if (format === undefined) {
      const bounds = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      format = new Intl.NumberFormat(this.language, bounds);
      this.formats.set(digits, format);
    }
    return format.format(value);
  }

  /** `3 minutes ago`, with the exact time for whoever wants it; nothing for a time that never was. Seconds since the epoch. */
  ago(seconds: number): Html;
  ago(seconds: number | undefined): Html | undefined;
  ago(seconds: number | undefined): Html | undefined {
    return seconds === undefined ? undefined : new Html(this.display.when(Math.round(seconds * 1000)));
  }

  /** The exact time. Seconds since the epoch. */
  time(seconds: number): string {
    return this.display.time(Math.round(seconds * 1000));
  }

  /** `22 Nov` of `2026-11-22`: a day of statistics, UTC. */
  day(isoDay: string): string {
    return this.display.day(Date.parse(isoDay));
  }

  /** How long something lasted, in its largest unit: `3 days`, `20 seconds`. */
  lengthOfTime(seconds: number): string {
    const [length, unit] = UNITS.find(([least]) => seconds >= least) ?? [1, 'second'];
    const count = unit === 'second' ? Math.max(0, Math.round(seconds)) : Math.floor(seconds / length);
    return new Intl.NumberFormat(this.language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  }

  serviceName(tenant: string): string {
    return tenant === '' ? this.t('service.default') : tenant;
  }

  /** What an entity has that has no type. */
  typeName(type: string): string {
    return type || this.t('word.noType');
  }
}
