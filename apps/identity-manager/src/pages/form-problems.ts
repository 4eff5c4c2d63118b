import { Conflict, Fault, Invalid } from '../faults/faults';
import type { InvalidRule } from '../faults/rules';
import type { FormErrors } from './form';

/** No form can break these: people are told that the values cannot be used. */
const forPrograms: ReadonlySet<string> = new Set<InvalidRule>([
  'missing',
  'string',
  'boolean',
  'fixed',
  'xmlAndRule',
  'payloadLevel',
  'advancedLevel',
  'useServiceHeader',
  'object',
  'deep',
  'large',
  'id',
  'passwordAgain',
  'tokenTypes',
  'tokenKind',
  'trustsItself',
  'alreadyTrusted',
  'notTrusted',
]);

/** The message key for a broken rule. */
export const problemOf = (rule: string): string =>
  forPrograms.has(rule) ? 'problem.refused' : `problem.${rule}`;

/** Fields of a form that are not called like the member that they fill. */
export type FieldNames = Readonly<Record<string, string>>;

/**
 * What is wrong with a form, beside its fields.
 *
 * @param fields  the form's name for each member that it can show a problem of; others are said of the whole form
 * @throws the faults that are no matter of the form
 */
export function problemsOf(faults: readonly Fault[], fields: FieldNames): FormErrors {
  const problems: Record<string, string> = {};
  for (const fault of faults) {
    if (!(fault instanceof Invalid || fault instanceof Conflict)) throw fault;
    const field = Object.hasOwn(fields, fault.field) ? fields[fault.field] : undefined;
    problems[field ?? 'form'] ??= problemOf(fault.rule);
  }
  return problems;
}

/** {@link problemsOf} what a verb threw. @throws the error itself when it is no fault of the form's */
export function problemsOfError(error: unknown, fields: FieldNames): FormErrors {
  if (!(error instanceof Fault)) throw error;
  return problemsOf([error], fields);
}
