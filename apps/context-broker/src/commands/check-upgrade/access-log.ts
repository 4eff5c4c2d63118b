import { findRequestFeatures, type FeatureGate, type SeenRequest } from '@smart-city/deprecation';
import { parseJson, type JsonValue } from '@smart-city/context';
import type { Findings } from './finding';

export interface LogCounts {
  readonly requests: number;
  /** Lines that show no request. */
  readonly unreadable: number;
}

interface LoggedRequest extends SeenRequest {
  readonly client: string;
}

/** Longer lines are not looked at: no access log has them. */
export const LONGEST_LINE = 65_536;
const TARGET = String.raw`(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\S{1,8192})`;
/** Orion's own log: `Request received: POST /v2/op/update, request payload (12 bytes): {…}, response code: 204`. */
const OWN = new RegExp(
  String.raw`Request received: (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) ([^\s,]{1,8192})(?:, request payload \((\d+) bytes\): (.*?))?(?:, response payload|, response code)`,
);
/** Common and combined log format of web servers and proxies. */
const COMMON = new RegExp(String.raw`^(\S+) .*?"${TARGET} HTTP/[\d.]+"(?: \d+ \S+ "[^"]*" "([^"]*)")?`);
/** A request line alone. */
const PLAIN = new RegExp(String.raw`^\s*${TARGET}(?:\s|$)`);

/** Reads one line of a log; undefined when it shows no request. */
export function readLogLine(line: string): LoggedRequest | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const own = OWN.exec(line);
  if (own) return requestOf(own[1]!, own[2]!, field(line, 'from'), bodyOf(own[3], own[4]));
  const common = COMMON.exec(line);
  if (common)
    return requestOf(common[2]!, common[3]!, common[4] && common[4] !== '-' ? common[4] : common[1]!);
  const plain = PLAIN.exec(line);
  return plain ? requestOf(plain[1]!, plain[2]!, '') : undefined;
}

function requestOf(
  method: string,
  target: string,
  client: string,
  body?: JsonValue,
): LoggedRequest | undefined {
  const url = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  if (!url.startsWith('/')) return undefined;
  const [path, query = ''] = url.split(/\?(.*)/s, 2) as [string, string | undefined];
  const options = new URLSearchParams(query).get('options')?.split(',');
  return {
    method,
    path,
    client,
    ...(options && { options: new Set(options) }),
    ...(body !== undefined && { body }),
  };
}

const field = (line: string, name: string): string =>
  new RegExp(`(?:^|\\| )${name}=([^|]*?) \\|`).exec(line)?.[1] ?? '';

/** A payload that the log has whole. */
function bodyOf(length: string | undefined, text: string | undefined): JsonValue | undefined {
  if (text === undefined || Buffer.byteLength(text) !== Number(length)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Looks for deprecated features in a log. @param lines  read one after the other, so that a log may be of any size */
export async function readAccessLog(
  lines: AsyncIterable<string> | Iterable<string>,
  file: string,
  gate: FeatureGate,
  findings: Findings,
): Promise<LogCounts> {
  let requests = 0;
  let unreadable = 0;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const request = readLogLine(line);
    if (request === undefined) {
      unreadable += 1;
      continue;
    }
    requests += 1;
    for (const feature of findRequestFeatures(request)) {
      if (gate.stateOf(feature.part ?? feature.feature) === 'supported') continue;
      findings.add(feature, `${request.method} ${generalPath(request.path)}`, {
        place: { file, line: number },
        client: request.client,
      });
    }
  }
  return { requests, unreadable };
}

/** The path without names of entities, so that a log of thousands of devices gives a few lines. */
const generalPath = (path: string): string =>
  path
    .replace(/^(\/v1\/contextEntities\/)(?:type\/[^/]+\/id\/)?[^/]+/i, '$1{id}')
    .replace(/^(\/v2\/(?:entities|types|subscriptions|registrations)\/)[^/]+/, '$1{id}')
    .replace(/(\/(?:attributes|attrs)\/)[^/]+/i, '$1{name}')
    .slice(0, 120);
