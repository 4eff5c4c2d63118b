import { NgsiError } from '@smart-city/context';

/** What a client takes, in its order of preference. */
export interface AcceptedTypes {
  readonly json: boolean;
  readonly text: boolean;
  /** Named as `application/geo+json`: no wider range means it. */
  readonly geoJson: boolean;
  /** Named as `text/event-stream`, likewise. */
  readonly events: boolean;
  /** The one the client prefers of those it takes. */
  readonly preferred: 'json' | 'text' | 'geoJson' | 'events';
}

const ACCEPT_ANYTHING: AcceptedTypes = {
  json: true,
  text: true,
  geoJson: false,
  events: false,
  preferred: 'json',
};
const ACCEPT_JSON: AcceptedTypes = {
  json: true,
  text: false,
  geoJson: false,
  events: false,
  preferred: 'json',
};

export type AnswerType = 'application/json' | 'text/plain';

/** All that the `Accept` header of a request says. */
export interface Accept {
  /** Of every answer with a body that does not say its own type. */
  readonly answerType: AnswerType;
  readonly acceptance: AcceptedTypes;
  /** Why the header is refused, which is said later, when its turn in the order of checks comes. */
  readonly fault: NgsiError | undefined;
}

/** Of a request that leaves the choice to the broker. */
export const ACCEPTS_ANYTHING: Accept = {
  answerType: 'application/json',
  acceptance: ACCEPT_ANYTHING,
  fault: undefined,
};

/** Reads an `Accept` header; a fault in it is remembered. */
export function readAccept(header: string): Accept {
  const answerType = answerTypeFor(header);
  try {
    return { answerType, acceptance: parseAccept(header), fault: undefined };
  } catch (fault) {
    if (!(fault instanceof NgsiError)) throw fault;
    return { answerType, acceptance: ACCEPT_ANYTHING, fault };
  }
}

/**
 * What answers call themselves, errors included: chosen before anything is known about them, whatever the qualities. Text
 * only when the client names text and nothing that JSON is; what is said stays the same.
 */
function answerTypeFor(header: string): AnswerType {
  const kinds = header.split(',').map((item) => item.split(';', 1)[0]!.trim());
  const isText = !kinds.some((kind) => JSON_RANGES.has(kind)) && kinds.some((kind) => TEXT_RANGES.has(kind));
  return isText ? 'text/plain' : 'application/json';
}

const JSON_RANGES: ReadonlySet<string> = new Set(['*/*', 'application/*', 'application/json']);
const TEXT_RANGES: ReadonlySet<string> = new Set(['text/*', 'text/plain']);
/** RFC 7946. */
export const GEO_JSON = 'application/geo+json';
/** HTML standard, 9.2. */
export const EVENT_STREAM = 'text/event-stream';
/** Of some resources only. */
const RARE_RANGES: ReadonlySet<string> = new Set([GEO_JSON, EVENT_STREAM]);

interface Range {
  readonly range: string;
  readonly quality: number;
}

/** What is said to a client that takes none of the types there are. */
export const noAcceptableType = () =>
  new NgsiError('NotAcceptable', 'no acceptable mime-type in accept header');

const bad = (text: string) => new NgsiError('BadRequest', text);

/**
 * Reads an `Accept` header.
 *
 * @throws NgsiError  400 for a header that is empty or has a broken quality value, 406 when no range is recognised
 */
export function parseAccept(header: string): AcceptedTypes {
  if (header === 'application/json') return ACCEPT_JSON;
  if (header === '') throw bad('empty accept header');
  const ranges = header.split(',').flatMap(parseRange);
  if (ranges.length === 0) throw noAcceptableType();
  ranges.sort((a, b) => b.quality - a.quality);
  const kinds = ranges.map(({ range }) => kindOf(range));
  return {
    json: kinds.includes('json'),
    text: ranges.some(({ range }) => range === '*/*' || TEXT_RANGES.has(range)),
    geoJson: kinds.includes('geoJson'),
    events: kinds.includes('events'),
    preferred: kinds[0]!,
  };
}

function kindOf(range: string): AcceptedTypes['preferred'] {
  if (range === GEO_JSON) return 'geoJson';
  if (range === EVENT_STREAM) return 'events';
  return range.startsWith('text/') ? 'text' : 'json';
}

function parseRange(item: string): Range[] {
  const [name = '', parameter] = item.trim().split(';', 2);
  const range = name.trim();
  if (!JSON_RANGES.has(range) && !TEXT_RANGES.has(range) && !RARE_RANGES.has(range)) return [];
  const text = parameter?.trim() ?? '';
  return [{ range, quality: text === '' ? 1 : parseQuality(text) }];
}

function parseQuality(parameter: string): number {
  if (!parameter.startsWith('q')) throw bad('q missing in accept header');
  if (parameter[1] !== '=') throw bad('missing equal-sign after q in accept header');
  const value = parameter.slice(2).trim();
  if (value === '') throw bad('qvalue in accept header is missing');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value))
    throw bad('qvalue in accept header is not a number');
  return Number(value);
}
