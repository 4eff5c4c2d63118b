import { isTimeZone } from '@smart-city/history';
import { NO_PARAMETERS, type UrlParameters } from '../../http/url-parameters';
import { HistoryFault } from './history-fault';

/** URL parameters as the frame wants them; those of history are read again, each by its kind. */
export const readHistoryParameters = (query: string): UrlParameters => ({
  ...NO_PARAMETERS,
  values: new Map([...new URLSearchParams(query)].filter(([, value]) => value !== '')),
});

const ISO_DATE =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Reads URL parameters one by one, so that an unknown one is found. */
export class QueryReader {
  private readonly values: URLSearchParams;

  /** @param url  as sent, with its path */
  constructor(url: string) {
    const query = url.indexOf('?');
    this.values = new URLSearchParams(query === -1 ? '' : url.slice(query + 1));
  }

  /** @throws HistoryFault  400 where there is one of another name */
  refuseOthers(known: ReadonlySet<string>): void {
    const unknown = [...new Set(this.values.keys())].filter((name) => !known.has(name));
    if (unknown.length > 0) throw new HistoryFault(400, `"${unknown[0]}" is not allowed`, 'query', unknown);
  }

  text(name: string): string | undefined {
    return this.values.get(name) || undefined;
  }

  /** Texts between commas; empty for none. */
  list(name: string): readonly string[] {
    return (this.text(name) ?? '').split(',').filter((one) => one !== '');
  }

  /** A whole number. @throws HistoryFault  400 */
  integer(name: string, { min, max }: { readonly min: number; readonly max: number }): number | undefined {
    const text = this.values.get(name);
    if (text === null) return undefined;
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text)) throw wrong(name, 'must be a whole number');
    if (value < min) throw wrong(name, `must be larger than or equal to ${min}`);
    if (value > max) throw wrong(name, `must be less than or equal to ${max}`);
    return value;
  }

  /** Milliseconds since the epoch of a date of ISO 8601; without a zone it is UTC. @throws HistoryFault  400 */
  date(name: string): number | undefined {
    const text = this.values.get(name);
    if (text === null) return undefined;
    // A plus that was not encoded has become a space.
    const date = text.replace(' ', '+').replace(',', '.');
    const hasZone = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(date.slice(10)) || date.length === 10;
    const ms = ISO_DATE.test(date) ? Date.parse(hasZone ? withMinutes(date) : `${date}Z`) : NaN;
    if (Number.isNaN(ms)) throw wrong(name, 'must be a valid ISO 8601 date');
    return ms;
  }

  boolean(name: string): boolean {
    const text = this.values.get(name);
    if (text === null || text === 'false') return false;
    if (text === 'true') return true;
    throw wrong(name, 'must be a boolean');
  }

  /** One of some words. @throws HistoryFault  400 */
  choice<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const text = this.values.get(name);
    if (text === null) return undefined;
    const word = words.find((one) => one === text);
    if (word === undefined) throw wrong(name, `must be one of [${words.join(', ')}]`);
    return word;
  }

  /** Some of some words, between commas; undefined where the parameter is absent. @throws HistoryFault  400 */
  choices<Word extends string>(name: string, words: readonly Word[]): readonly Word[] | undefined {
    const text = this.values.get(name);
    if (text === null) return undefined;
    return text.split(',').map((part) => {
      const word = words.find((one) => one === part);
      if (word === undefined) throw wrong(name, `must be one of [${words.join(', ')}]`);
      return word;
    });
  }

  /** A time zone; UTC where none is named. @throws HistoryFault  400 */
  zone(name: string): string {
    const zone = this.text(name) ?? 'UTC';
    if (!isTimeZone(zone)) throw wrong(name, 'must be a time zone');
    return zone;
  }
}

const wrong = (name: string, what: string): HistoryFault =>
  new HistoryFault(400, `"${name}" ${what}`, 'query', [name]);

/** `+02` and `+0200` as `Date.parse` reads them. */
const withMinutes = (date: string): string =>
  date.replace(/([+-]\d{2}):?(\d{2})?$/, (zone, hours: string, minutes: string | undefined) =>
    date.length === 10 ? zone : `${hours}:${minutes ?? '00'}`,
  );
