import { badRequest } from '../errors';
import type { JsonObject } from '../json/json-value';
import {
  hasForbiddenChars,
  hasForbiddenHeaderChars,
  isJsonObject,
  optionalInteger,
  optionalString,
  requiredString,
} from './json-fields';
import { parseCustomBody } from './parse-custom-body';
import type { HttpChannel, HttpCustomChannel } from './subscription';
import { parseTargetUrl } from './target-url';

const LONGEST_TIMEOUT_MS = 1_800_000;
const METHODS = new Set(['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT']);

export function parseHttp(http: JsonObject): HttpChannel {
  const url = requiredString(http, 'url', 'url http notification');
  if (hasForbiddenChars(url)) throw badRequest('forbidden characters in http field /url/');
  const timeoutMs = parseTimeout(http);
  checkHttpUrl(url, 'Invalid URL parsing notification url');
  return { kind: 'http', url, timeoutMs };
}

export function parseHttpCustom(custom: JsonObject): HttpCustomChannel {
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
    ...(method === undefined ? {} : { method }),
  };
}

function checkHttpUrl(url: string, problem: string): void {
  const target = parseTargetUrl(url);
  if (target === undefined) throw badRequest(problem);
  if (target.protocol === 'mqtt:') throw badRequest('mqtt URL cannot be used in http notifications');
  if (target.protocol === 'kafka:') throw badRequest('kafka URL cannot be used in http notifications');
}

function parseMethod(custom: JsonObject): string | undefined {
  const method = optionalString(custom, 'method', 'method httpCustom notification')?.toUpperCase();
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

/** An object of strings, names in byte order as the reference keeps them; empty when the field is absent. */
export function parseDictionary(
  holder: JsonObject,
  field: string,
  what: string,
  isForbiddenValue: (text: string) => boolean,
): ReadonlyMap<string, string> {
  const dictionary = holder.get(field);
  if (dictionary === undefined) return new Map();
  if (!isJsonObject(dictionary)) throw badRequest(`${what} is not an object`);
  if (dictionary.size === 0) throw badRequest(`${what} is empty`);
  const entries = [...dictionary].map(([name, value]): [string, string] => {
    if (typeof value !== 'string') throw badRequest(`${what} element is not a string`);
    if (isForbiddenValue(value) || hasForbiddenChars(name))
      throw badRequest(`forbidden characters in custom ${what}`);
    return [name, value];
  });
  return new Map(entries.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}
