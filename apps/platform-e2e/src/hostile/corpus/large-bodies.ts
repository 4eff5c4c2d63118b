import type { HostileGroup, HostileRequest } from './hostile-request';

/** Just below the default limit of a body. */
const SIZE = 990_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };

function filled(open: string, item: (at: number) => string, close: string, separator = ','): string {
  const parts: string[] = [];
  for (let size = 0, at = 0; size < SIZE; at += 1) {
    const part = item(at);
    parts.push(part);
    size += part.length + 1;
  }
  return `${open}${parts.join(separator)}${close}`;
}

const post = (path: string, body: string): HostileRequest => ({
  method: 'POST',
  path,
  headers: JSON_TYPE,
  body,
  outcome: 'harmless',
});

const byId = (at: number) => `{"id":"${at}"}`;

/** Bodies that cost a broker many times their text. */
export const LARGE_BODIES: HostileGroup = {
  name: 'large bodies of small things',
  to: 'broker',
  requests: [
    post(
      '/v2/entities',
      filled('[', () => '{}', ']'),
    ),
    post(
      '/v2/entities',
      filled('{"id":"A","v":{"value":[', () => '{}', ']}}'),
    ),
    post(
      '/v2/entities',
      filled('{"id":"B","v":{"value":[', (at) => `[[${at}]]`, ']}}'),
    ),
    post(
      '/v2/entities',
      filled('{"id":"C",', (at) => `"a${at}":{}`, '}'),
    ),
    post(
      '/v2/entities',
      filled('{"id":"D","a":{"metadata":{', (at) => `"m${at}":{}`, '}}}'),
    ),
    post(
      '/v2/entities?options=keyValues',
      filled('{"id":"E",', (at) => `"a${at}":1`, '}'),
    ),
    post('/v2/op/update', filled('{"actionType":"append","entities":[', byId, ']}')),
    post('/v2/op/query', filled('{"entities":[', byId, ']}')),
    post(
      '/v2/op/query',
      filled('{"expression":{"q":"', () => 'a', '"}}', ';'),
    ),
    post(
      '/v2/op/query',
      filled('{"expression":{"q":"a==', (at) => String(at % 10), '"}}'),
    ),
    post('/v1/updateContext', filled('{"updateAction":"APPEND","contextElements":[', byId, ']}')),
  ],
};
