import { USER_AGENT } from '../../../version';
import type { Header } from '../../outgoing';

export interface HeaderFacts {
  /** Host and port of the receiver. */
  readonly host: string;
  readonly byteLength: number;
  /** Empty for none. */
  readonly service: string;
  readonly servicePath: string;
  readonly authToken: string | undefined;
  /** Empty when there is no body. */
  readonly contentType: string;
  readonly correlator: string;
  readonly attrsFormat: string;
}

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

/**
 * The headers of an HTTP notification in the original's order and spelling.
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

const CLIENT: Header = ['User-Agent', USER_AGENT];
const ACCEPT: Header = ['Accept', 'application/json'];

function standardHeaders(facts: HeaderFacts): readonly Header[] {
  const { service, authToken, contentType } = facts;
  const headers: Header[] = [CLIENT, ['Host', facts.host]];
  if (service !== '') headers.push(['Fiware-Service', service]);
  headers.push(['Fiware-Servicepath', facts.servicePath || '/']);
  if (authToken) headers.push(['X-Auth-Token', authToken]);
  headers.push(ACCEPT, ['Content-Length', String(facts.byteLength)]);
  if (contentType !== '') headers.push(['Content-Type', contentType]);
  headers.push(['Fiware-Correlator', facts.correlator], ['Ngsiv2-AttrsFormat', facts.attrsFormat]);
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
