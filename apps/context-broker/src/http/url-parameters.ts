import { NgsiError } from '@smart-city/context';
import type { RequestOption } from '../context/request-options';

/** A parameter has no value, which some faces take for its absence. */
export class EmptyParameter extends NgsiError {}

/** URL parameters as an operation sees them. */
export interface UrlParameters {
  readonly values: ReadonlyMap<string, string>;
  readonly options: ReadonlySet<RequestOption>;
  readonly limit: number;
  readonly offset: number;
  /** The fault that is reported later, when its turn in the order of checks comes. */
  readonly fault: Error | undefined;
}

export const DEFAULT_LIMIT = 20;

/** Of a request without a query string. */
export const NO_PARAMETERS: UrlParameters = {
  values: new Map(),
  options: new Set(),
  limit: DEFAULT_LIMIT,
  offset: 0,
  fault: undefined,
};

/** Members of a comma list. Leading commas count for nothing. */
export const splitList = (text: string): readonly string[] => {
  const list = text.replace(/^,+/, '');
  return list === '' ? [] : list.split(',');
};

/** A comma list in a parameter; empty when the parameter is absent. */
export const listParameter = ({ values }: UrlParameters, name: string): readonly string[] =>
  splitList(values.get(name) ?? '');
