import { badRequestData, NgsiLdFault } from '../ngsild-fault';
import { ldBooleanParameter, type ParameterValues } from './query-parameters';

/** Part of a list that an answer holds (GS CIM 009 §5.5.9, 6.3.10). */
export interface LdPaging {
  /** 0 only with `count`. */
  readonly limit: number;
  readonly offset: number;
  /** The number of all is told. */
  readonly count: boolean;
}

const DEFAULT_LIMIT = 20;

/** Longest page. */
export const MOST_ENTRIES = 1_000;

/**
 * Reads `limit`, `offset` and `count`.
 *
 * @throws NgsiLdFault  BadRequestData; TooManyResults for a longer page than there is
 */
export function parseLdPaging(values: ParameterValues): LdPaging {
  const number = (name: string, otherwise: number): number => {
    const text = values.get(name);
    if (text === undefined) return otherwise;
    if (!/^\d{1,15}$/.test(text))
      throw badRequestData(`Invalid ${name}`, `${name} is a number that is not negative`);
    return Number(text);
  };
  const count = ldBooleanParameter('count', values.get('count')) ?? false;
  const limit = number('limit', DEFAULT_LIMIT);
  if (limit === 0 && !count)
    throw badRequestData('Invalid limit', 'a limit of 0 stands only with count=true');
  if (limit > MOST_ENTRIES)
    throw new NgsiLdFault('TooManyResults', 'Too many results', `the greatest limit is ${MOST_ENTRIES}`);
  return { limit, offset: number('offset', 0), count };
}
