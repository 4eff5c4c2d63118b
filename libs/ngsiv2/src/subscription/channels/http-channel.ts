import { badRequest, dictionaryOf, type JsonObject, numberOf, textOf } from '@smart-city/context';
import {
  hasForbiddenChars,
  hasForbiddenHeaderChars,
  optionalInteger,
  optionalString,
  requiredString,
} from '../json-fields';
import { parseTargetUrl } from '../target-url';
import { isCustomKind, whenNotEmpty, whenPositive, type ChannelSyntax } from './channel-syntax';
import { renderBody, type CustomBody } from './custom-body';
import { parseDictionary } from './dictionary';
import { parseCustomBody } from './parse-custom-body';

export interface HttpChannel {
  readonly kind: 'http' | 'httpCustom';
  readonly url: string;
  /** 0: the broker's default. */
  readonly timeoutMs: number;
  /** Absent means POST. This and what follows serve custom notifications only. */
  readonly method?: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly qs: ReadonlyMap<string, string>;
  readonly body: CustomBody;
}

const LONGEST_TIMEOUT_MS = 1_800_000;
const METHODS = new Set(['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT']);
const NOTHING: ReadonlyMap<string, string> = new Map();

/** `http` and `httpCustom`. */
export const httpSyntax: ChannelSyntax<HttpChannel> = {
  kinds: ['http', 'httpCustom'],
  schemes: ['http:', 'https:'],
  documentMembers: ['timeout', 'method', 'headers', 'qs'],

  parse: (json, kind) => (kind === 'http' ? parseHttp(json) : parseHttpCustom(json)),

  patch(before, given) {
    const method = given.method ?? before.method;
    return {
      ...given,
      ...(method !== undefined && { method }),
      headers: given.headers.size > 0 ? given.headers : (before.headers ?? NOTHING),
      qs: given.qs.size > 0 ? given.qs : (before.qs ?? NOTHING),
    };
  },

  render({ kind, url, timeoutMs, body, method, qs, headers }) {
    const always = [
      ['url', url],
      ['timeout', whenPositive(timeoutMs)],
    ] as const;
    if (!isCustomKind(kind)) return always;
    return [
      ...always,
      renderBody(body),
      ['method', method],
      ['qs', whenNotEmpty(qs)],
      ['headers', whenNotEmpty(headers)],
    ];
  },

  store: ({ timeoutMs, method, headers, qs }) => [
    ['timeout', timeoutMs],
    ['method', method],
    ['headers', whenNotEmpty(headers)],
    ['qs', whenNotEmpty(qs)],
  ],

  read(document, { kind, url, body }) {
    const method = textOf(document.get('method'));
    return {
      kind: isCustomKind(kind) ? 'httpCustom' : 'http',
      url,
      timeoutMs: numberOf(document.get('timeout')) ?? 0,
      ...(method !== '' && { method }),
      headers: dictionaryOf(document.get('headers')),
      qs: dictionaryOf(document.get('qs')),
      body,
    };
  },
};

function parseHttp(http: JsonObject): HttpChannel {
  const url = requiredString(http, 'url', 'url http notification');
  if (hasForbiddenChars(url)) throw badRequest('forbidden characters in http field /url/');
  const timeoutMs = parseTimeout(http);
  checkHttpUrl(url, 'Invalid URL parsing notification url');
  return { kind: 'http', url, timeoutMs, headers: NOTHING, qs: NOTHING, body: { kind: 'default' } };
}

function parseHttpCustom(custom: JsonObject): HttpChannel {
  const url = requiredString(custom, 'url', 'url httpCustom notification');
  if (hasForbiddenChars(url)) throw badRequest('forbidden characters in custom /url/');
  // With macros in it, only the notification can tell whether it is a URL.
  if (!url.includes('${')) checkHttpUrl(url, 'invalid custom /url/');
  const method = parseMethod(custom);
  const body = parseCustomBody(custom);
  const qs = parseDictionary(custom, 'qs', 'notification httpCustom qs', hasForbiddenChars);
  const headers = parseDictionary(
    custom,
    'headers',
    'notification httpCustom headers',
    hasForbiddenHeaderChars,
  );
  return {
    kind: 'httpCustom',
    url,
    timeoutMs: parseTimeout(custom),
    headers,
    qs,
    body,
    ...(method !== undefined && { method }),
  };
}

function checkHttpUrl(url: string, problem: string): void {
  const target = parseTargetUrl(url);
  if (target === undefined) throw badRequest(problem);
  if (httpSyntax.schemes.includes(target.protocol)) return;
  throw badRequest(OTHER_SCHEMES.get(target.protocol) ?? problem);
}

/** Texts about the schemes that the original knows; any other is an invalid URL. */
const OTHER_SCHEMES: ReadonlyMap<string, string> = new Map([
  ['mqtt:', 'mqtt URL cannot be used in http notifications'],
  ['kafka:', 'kafka URL cannot be used in http notifications'],
]);

/** The empty text is no method. */
function parseMethod(custom: JsonObject): string | undefined {
  const method = optionalString(custom, 'method', 'method httpCustom notification') || undefined;
  if (method !== undefined && !METHODS.has(method))
    throw badRequest('unknown method httpCustom notification');
  return method;
}

function parseTimeout(http: JsonObject): number {
  const timeoutMs = optionalInteger(http, 'timeout') ?? 0;
  if (timeoutMs < 0 || timeoutMs > LONGEST_TIMEOUT_MS)
    throw badRequest(`timeout field must be an integer between 0 and ${LONGEST_TIMEOUT_MS}`);
  return timeoutMs;
}
