import { badRequest } from '../errors';
import type { Statement } from './simple-query';

/** Bounds of one `q` or `mq`, in both languages. */
export interface QueryLimits {
  readonly conditions: number;
  /** In all lists together. */
  readonly values: number;
}

let limits: QueryLimits = { conditions: 100, values: 1_000 };

/** For the whole process, once, before anything is parsed. */
export function limitQueries(chosen: QueryLimits): void {
  limits = chosen;
}

/** @param count  conditions of one query @throws BadRequest */
export function checkConditionCount(count: number, language: string): void {
  if (count > limits.conditions)
    throw badRequest(
      `${language}: too many conditions, max supported: ${limits.conditions}, by -queryConditions`,
    );
}

/**
 * Looks no further than where a text has surely too many conditions, before anything dear is done with it.
 *
 * @param text  conditions between semicolons, of which one may stand at either end
 * @throws BadRequest
 */
export function checkSemicolons(text: string, language: string): void {
  let count = 0;
  for (let at = text.indexOf(';'); at !== -1; at = text.indexOf(';', at + 1))
    if ((count += 1) > limits.conditions + 1) checkConditionCount(count, language);
}

/** @param count  values in the lists of one query @throws BadRequest */
export function checkValueCount(count: number): void {
  if (count > limits.values)
    throw badRequest(`too many values in a query, max supported: ${limits.values}, by -queryValues`);
}

/** How many values the list of a statement has; 0 for one that has none. */
export function valuesIn(statement: Statement): number {
  if (statement.kind !== 'compare') return 0;
  const { operand } = statement;
  if (operand.kind === 'list') return operand.items.length;
  return operand.kind === 'anyCase' ? operand.texts.length : 0;
}
