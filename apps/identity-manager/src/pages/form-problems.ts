import { Conflict, Fault, Invalid, type Facts } from '../faults/faults';
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
  'choice',
  'trustsItself',
  'alreadyTrusted',
  'notTrusted',
]);

/** The message key for a broken rule; `facts` are those of the fault. */
export function problemOf(rule: string, facts: Facts = {}): string {
  if (rule === 'passwordLength') return 'max' in facts ? 'problem.passwordLong' : 'problem.passwordShort';
  return forPrograms.has(rule) ? 'problem.refused' : `problem.${rule}`;
}

/** Fields of a form that are not called like the member that they fill; `member.part` where parts have fields. */
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
    const part = partOf(fault);
    const place = part === undefined ? fault.field : `${fault.field}.${part}`;
    const field = Object.hasOwn(fields, place) ? fields[place] : undefined;
    problems[field ?? 'form'] ??=
      field !== undefined ? messageOf(fault, part) : problemOf(fault.rule, factsOf(fault));
  }
  return problems;
}

const factsOf = (fault: Invalid | Conflict): Facts => (fault instanceof Invalid ? fault.facts : {});

/** The part of a member that has fields of its own. */
function partOf(fault: Invalid | Conflict): string | undefined {
  const part = factsOf(fault)['member'];
  return typeof part === 'string' ? part : undefined;
}

/** Beside its field a part that cannot be read is told what it should look like. */
const messageOf = (fault: Invalid | Conflict, part: string | undefined): string =>
  fault.rule === 'entities' && part !== undefined
    ? `problem.entities.${part}`
    : problemOf(fault.rule, factsOf(fault));

/** {@link problemsOf} what a verb threw. @throws the error itself when it is no fault of the form's */
export function problemsOfError(error: unknown, fields: FieldNames): FormErrors {
  if (!(error instanceof Fault)) throw error;
  return problemsOf([error], fields);
}
