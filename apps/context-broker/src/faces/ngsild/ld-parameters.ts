import { badRequestData, invalidRequest } from '@smart-city/ngsild';
import { decodeParameter } from '../../http/percent-decoding';

/** URL parameters of a request, decoded; of one that is repeated the last. */
export type LdParameterValues = ReadonlyMap<string, string>;

/** Most parameters of a request. */
const MAX_PARAMETERS = 100;

/** Reads a query string without its question mark. @throws BadRequestData  it has too many parameters */
export function readLdParameters(query: string): LdParameterValues {
  const values = new Map<string, string>();
  for (const item of query.split('&')) {
    if (item === '') continue;
    const equals = item.indexOf('=');
    const name = decodeParameter(equals === -1 ? item : item.slice(0, equals));
    values.set(name, equals === -1 ? '' : decodeParameter(item.slice(equals + 1)));
  }
  if (values.size > MAX_PARAMETERS)
    throw badRequestData('Too many parameters', `A request has at most ${MAX_PARAMETERS} URL parameters`);
  return values;
}

/** @throws InvalidRequest  a parameter that the operation does not know (GS CIM 009 §6.3.20) */
export function checkKnown(values: LdParameterValues, known: ReadonlySet<string>): void {
  for (const [name, value] of values) {
    if (!known.has(name))
      throw invalidRequest('Unknown parameter', `The operation has no URL parameter ${name}`);
    if (value === '') throw badRequestData('Empty parameter', `The URL parameter ${name} has no value`);
  }
}

/** Reads a parameter that is `true` or `false`. @throws BadRequestData */
export function flagOf(values: LdParameterValues, name: string): boolean {
  const value = values.get(name);
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw badRequestData(`Invalid ${name}`, `${name} is true or false, not ${value}`);
}

/** Names in `options`. @throws InvalidRequest  one of them means nothing to the operation */
export function optionsOf(values: LdParameterValues, known: readonly string[]): ReadonlySet<string> {
  const text = values.get('options');
  const names = text === undefined ? [] : text.split(',').map((name) => name.trim());
  for (const name of names)
    if (!known.includes(name))
      throw invalidRequest(
        'Invalid options',
        `The operation has no option ${name}: it has ${known.join(', ')}`,
      );
  return new Set(names);
}
