import { USER_AGENT } from '../version';

export interface HeaderFacts {
  readonly tenant: string;
  readonly servicePath: string;
  readonly authToken: string | undefined;
  /** Empty when there is no body. */
  readonly contentType: string;
  readonly correlator: string;
  readonly attrsFormat: string;
}

type Header = readonly [name: string, value: string];

/** Headers of custom notifications cannot touch these two. */
export const PROTECTED_HEADERS: ReadonlySet<string> = new Set(['fiware-correlator', 'ngsiv2-attrsformat']);
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

/** The place of Host and Content-Length among the others. */
export const HOST = 'Host';
export const CONTENT_LENGTH = 'Content-Length';

/**
 * The headers of an HTTP notification in the reference's order and spelling (spec section 9.2). Host and Content-Length
 * stand in their places with an empty value: the sender fills them in.
 *
 * @param custom  of the subscription: replace standard ones of the same name; an empty value removes one
 */
export function notificationHeaders(
  facts: HeaderFacts,
  custom: ReadonlyMap<string, string> = NONE,
): readonly Header[] {
  const standard = standardHeaders(facts);
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

const NONE: ReadonlyMap<string, string> = new Map();

function standardHeaders({
  tenant,
  servicePath,
  authToken,
  contentType,
  correlator,
  attrsFormat,
}: HeaderFacts): readonly Header[] {
  const headers: Header[] = [
    ['User-Agent', USER_AGENT],
    [HOST, ''],
  ];
  if (tenant !== '') headers.push(['Fiware-Service', tenant]);
  headers.push(['Fiware-Servicepath', servicePath || '/']);
  if (authToken) headers.push(['X-Auth-Token', authToken]);
  headers.push(['Accept', 'application/json'], [CONTENT_LENGTH, '']);
  if (contentType !== '') headers.push(['Content-Type', contentType]);
  headers.push(['Fiware-Correlator', correlator], ['Ngsiv2-AttrsFormat', attrsFormat]);
  return headers;
}

/** A token of RFC 9110, so that a macro in a name cannot smuggle in a second header. */
const isUsableName = (name: string): boolean =>
  /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && !PROTECTED_HEADERS.has(name) && !FRAMING.has(name);

/** Control characters end a header: they are taken out. Characters beyond Latin-1 go out as their UTF-8 bytes. */
export function cleanValue(value: string): string {
  const printable = value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '');
  return /[^\u0000-\u00ff]/.test(printable) ? Buffer.from(printable, 'utf8').toString('latin1') : printable;
}
