import { badRequest, NgsiError } from '@smart-city/context';
import { OPTION_NAMES, type RequestOption } from '../../context/request-options';
import { decodeParameter } from '../../http/percent-decoding';
import {
  DEFAULT_LIMIT,
  EmptyParameter,
  NO_PARAMETERS,
  splitList,
  type UrlParameters,
} from '../../http/url-parameters';

const KNOWN_OPTIONS: ReadonlySet<string> = new Set(OPTION_NAMES);
const REPRESENTATIONS: readonly RequestOption[] = ['keyValues', 'values', 'unique'];
/** Parameters whose occurrences are read as one list; of others the last counts. */
const ADDING_UP: ReadonlySet<string> = new Set(['options', 'type']);
const MAX_LIMIT = 1000;
/** Most entities that one request may change by a filter. */
export const MOST_CHANGED = 100_000;
const NO_OPTIONS: ReadonlySet<RequestOption> = new Set();

/** Parameters that say which entities, in which order, and how many. */
export const SELECTION_PARAMETERS: readonly string[] = [
  ...['id', 'type', 'idPattern', 'typePattern', 'q', 'mq', 'georel', 'geometry', 'coords', 'geoproperty'],
  ...['attrs', 'orderBy', 'limit', 'offset', 'cursor', 'options'],
];

/**
 * Reads a query string (without `?`). The last fault found wins, as in the original.
 *
 * @param maxLimit  what `limit` may be
 */
export function parseUrlParameters(query: string, maxLimit = MAX_LIMIT): UrlParameters {
  if (query === '') return NO_PARAMETERS;
  const values = new Map<string, string>();
  let options = NO_OPTIONS;
  let fault: NgsiError | undefined;
  for (const item of query.split('&')) {
    if (item === '') continue;
    const equals = item.indexOf('=');
    const name = decodeParameter(equals === -1 ? item : item.slice(0, equals));
    const value = equals === -1 ? '' : decodeParameter(item.slice(equals + 1));
    try {
      if (value === '')
        throw new EmptyParameter('BadRequest', `Empty right-hand-side for URI param /${name}/`);
      checkPagination(name, value, maxLimit);
      const known = values.get(name);
      values.set(name, known !== undefined && ADDING_UP.has(name) ? `${known},${value}` : value);
      checkCharacters(name, value);
      if (name === 'options') options = parseOptions(splitList(values.get(name)!));
    } catch (error) {
      if (!(error instanceof NgsiError)) throw error;
      fault = error;
    }
  }
  return {
    values,
    options,
    limit: Number(values.get('limit') ?? DEFAULT_LIMIT),
    // Beyond it numbers are no longer whole ones for the stores; nobody has so many of anything.
    offset: Math.min(Number(values.get('offset') ?? 0), Number.MAX_SAFE_INTEGER),
    fault,
  };
}

function checkPagination(name: string, value: string, maxLimit: number): void {
  if (name === 'offset' && !/^\d+$/.test(value))
    throw badRequest(`Bad pagination offset: /${value}/ [must be a decimal number]`);
  if (name !== 'limit') return;
  if (!/^\d+$/.test(value))
    throw badRequest(`Bad pagination limit: /${value}/ [must be a positive integer number]`);
  if (Number(value) > maxLimit) throw badRequest(`Bad pagination limit: /${value}/ [max: ${maxLimit}]`);
}

function parseOptions(names: readonly string[]): ReadonlySet<RequestOption> {
  const representations = REPRESENTATIONS.filter((name) => names.includes(name));
  if (!names.every(isOption) || representations.length > 1) throw unknownOption();
  return new Set(names);
}

/** A name in `options` that is none, or means nothing where it stands. */
export const unknownOption = (): NgsiError => badRequest('Invalid value for URI param /options/');

const isOption = (name: string): name is RequestOption => KNOWN_OPTIONS.has(name);

/** Forbidden characters by parameter; `undefined` means unchecked. */
function checkCharacters(name: string, value: string): void {
  switch (name) {
    case 'q':
    case 'mq':
    case 'idPattern':
    case 'typePattern':
      return;
    case 'geometry':
    case 'georel':
      return checkText(value, /[<>"'()]/);
    case 'coords':
      return checkText(value, /[<>"'=()]/);
    default:
      checkText(name, FORBIDDEN);
      checkText(value, FORBIDDEN);
  }
}

/** Characters that no path may contain, and no URL parameter but those with a syntax of their own. */
export const FORBIDDEN = /[<>"'=;()]/;

function checkText(text: string, forbidden: RegExp): void {
  if (forbidden.test(text)) throw badRequest('invalid character in URI parameter');
}
