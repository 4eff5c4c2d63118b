import { byteOrder } from '@smart-city/context';
import { compileTemplate, renderTemplate, type HttpChannel } from '@smart-city/ngsiv2';
import type { Header } from '../../outgoing';
import { compilePairs, fillHeaders, type Filling } from '../fill-text';

/** What a custom subscription changes of the requests that its notifications are. */
export interface CustomRequest {
  /** @param standard  those that every notification has */
  headers(standard: readonly Header[], filling: Filling): readonly Header[];
  /** To go behind the path; empty for none. */
  query(filling: Filling): string;
}

/** Takes the macros of headers and query string apart, once. */
export function compileCustomRequest({ headers, qs }: HttpChannel): CustomRequest {
  const pairs = compilePairs(headers);
  const query = compileQuery(qs);
  return {
    headers: (standard, filling) => withCustomHeaders(standard, fillHeaders(pairs, filling)),
    query: (filling) => escapeTarget(query(filling)),
  };
}

/** Headers of custom notifications cannot touch these two. */
const PROTECTED_HEADERS: ReadonlySet<string> = new Set(['fiware-correlator', 'ngsiv2-attrsformat']);
/** Written by the sender itself, or harmful to the message's framing. */
const FRAMING = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'proxy-connection',
]);

/**
 * The headers of a custom notification.
 *
 * @param custom  of the subscription, names in lower case: replace standard ones of the same name; an empty value removes one
 */
export function withCustomHeaders(
  standard: readonly Header[],
  custom: ReadonlyMap<string, string>,
): readonly Header[] {
  if (custom.size === 0) return standard;
  const usable = new Map([...custom].filter(([name]) => isUsableName(name)));
  const kept = standard.flatMap(([name, value]): Header[] => {
    const replacement = usable.get(name.toLowerCase());
    if (replacement === undefined) return [[name, value]];
    return replacement === '' ? [] : [[name, cleanValue(replacement)]];
  });
  const known = new Set(standard.map(([name]) => name.toLowerCase()));
  const added = [...usable]
    .filter(([name, value]) => value !== '' && !known.has(name))
    .map(([name, value]): Header => [name, cleanValue(value)]);
  return [...kept, ...added];
}

/** A token of RFC 9110, so that a macro in a name cannot smuggle in a second header. */
const isUsableName = (name: string): boolean =>
  /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && !PROTECTED_HEADERS.has(name) && !FRAMING.has(name);

/** Control characters end a header: they are taken out. Characters beyond Latin-1 go out as their UTF-8 bytes. */
export function cleanValue(value: string): string {
  const printable = value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '');
  return /[^\u0000-\u00ff]/.test(printable) ? Buffer.from(printable, 'utf8').toString('latin1') : printable;
}

/** `?` and the items; those with an empty name or value are left out, the rest is sorted by name. */
function compileQuery(qs: ReadonlyMap<string, string>): (filling: Filling) => string {
  if (qs.size === 0) return () => '';
  const templates = [...qs].map(([name, value]) => [compileTemplate(name), compileTemplate(value)] as const);
  return ({ context, maxSize }) => {
    const items = new Map<string, string>();
    for (const [nameTemplate, valueTemplate] of templates) {
      const name = renderTemplate(nameTemplate, context, '', { maxSize });
      const value = renderTemplate(valueTemplate, context, '', { maxSize });
      if (name !== '' && value !== '') items.set(name, value);
    }
    if (items.size === 0) return '';
    const sorted = [...items].sort(([a], [b]) => byteOrder(a, b));
    return `?${sorted.map(([name, value]) => `${name}=${value}`).join('&')}`;
  };
}

/** Nothing is encoded but what would break the request line. */
export const escapeTarget = (target: string): string =>
  target.replace(/[^\x21-\x7e]+/g, (piece) =>
    Buffer.from(piece)
      .toString('hex')
      .replace(/../g, (hex) => `%${hex.toUpperCase()}`),
  );
