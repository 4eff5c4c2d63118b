import { NgsiLdFault } from '../ngsild-fault';

/** Bounds of one query. */
export interface LdQueryLimits {
  /** Comparisons and existence tests in one `q`. */
  readonly conditions: number;
  /** Values in all lists of one `q`, and in one list parameter. */
  readonly values: number;
  /** Corners of the reference geometry. */
  readonly corners: number;
}

let limits: LdQueryLimits = { conditions: 100, values: 1_000, corners: 1_000 };

/** Sets the bounds for the whole process. It is called once, before anything is parsed. */
export function limitLdQueries(chosen: LdQueryLimits): void {
  limits = chosen;
}

/** Groups within groups, and linked entities within linked entities. */
export const DEEPEST_GROUP = 10;

const tooComplex = (detail: string) => new NgsiLdFault('TooComplexQuery', 'Query too complex', detail);

/** @throws NgsiLdFault  TooComplexQuery */
export function checkConditions(count: number): void {
  if (count > limits.conditions)
    throw tooComplex(`q has more than ${limits.conditions} conditions, the bound of -queryConditions`);
}

/** @throws NgsiLdFault  TooComplexQuery */
export function checkValues(count: number, parameter: string): void {
  if (count > limits.values)
    throw tooComplex(`${parameter} has more than ${limits.values} values, the bound of -queryValues`);
}

/** @throws NgsiLdFault  TooComplexQuery */
export function checkCorners(count: number): void {
  if (count > limits.corners)
    throw tooComplex(`coordinates have more than ${limits.corners} corners, the bound of -queryCorners`);
}

/** @throws NgsiLdFault  TooComplexQuery */
export function checkDepth(depth: number, parameter: string): void {
  if (depth > DEEPEST_GROUP)
    throw tooComplex(`${parameter} is nested more than ${DEEPEST_GROUP} levels deep`);
}
