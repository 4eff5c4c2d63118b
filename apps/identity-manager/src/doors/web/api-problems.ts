import { ApiError } from '../../http/api-errors';
import type { FormErrors } from '../../pages/form';

/** What the management API says against a member of a body, and the message for people. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/^(\w+) attribute must have at most \d+ characters$/, 'problem.long'],
  [/^(\w+) attribute is too large$/, 'problem.long'],
  [/^(\w+) attribute has invalid characters$/, 'problem.characters'],
  [/^(\w+) is not a valid regular expression/, 'problem.pattern'],
  [/^(\w+) is too large as a regular expression/, 'problem.largePattern'],
  [/^Cannot set empty (\w+)$/, 'problem.required'],
  [/^Missing parameter (\w+) in body request/, 'problem.required'],
  [/^(Url) already used$/, 'problem.taken'],
];

/**
 * What the management API has against a form, as problems beside its fields: its texts are English and for programs.
 *
 * @param fields  the form's field for each member of the body that it can show a problem of
 * @throws the error itself when it is no matter of the form
 */
export function problemsOfApi(error: unknown, fields: Readonly<Record<string, string>>): FormErrors {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 409)) throw error;
  for (const [pattern, problem] of refusals) {
    const member = pattern.exec(error.message)?.[1]?.toLowerCase();
    if (member === undefined) continue;
    const field = Object.hasOwn(fields, member) ? fields[member] : undefined;
    return { [field ?? 'form']: problem };
  }
  return { form: 'problem.refused' };
}

/** Fields that are called like the member they fill. */
export const sameNames = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]));
