import QuickLru from 'quick-lru';
import type { Language } from './language';

/** Zones and languages that are remembered, twice at most: visitors choose among hundreds. */
const REMEMBERED = 64;

type Formats = ReturnType<typeof makeFormats>;

const formats = new QuickLru<string, Formats>({ maxSize: REMEMBERED });

/**
 * What writes times in a language and a time zone. Kept, since making them takes longer than writing all times of a page.
 *
 * @param zone  IANA name of a time zone. @throws RangeError for what names none
 */
export function formatsFor(language: Language, zone: string): Formats {
  const key = `${language} ${zone}`;
  let found = formats.get(key);
  if (found === undefined) {
    found = makeFormats(language, zone);
    formats.set(key, found);
  }
  return found;
}

function makeFormats(language: Language, timeZone: string) {
  return {
    exact: new Intl.DateTimeFormat(language, {
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
      timeZone,
      timeZoneName: 'short',
    }),
    date: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }),
    // Days of statistics begin at midnight UTC, wherever they are read.
    day: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    month: new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }),
    relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  };
}
