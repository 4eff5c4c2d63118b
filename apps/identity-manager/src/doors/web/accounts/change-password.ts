import type { Form, FormErrors } from '../../../pages/form';
import { problemsOfError } from '../../../pages/form-problems';
import type { Visit } from '../../../pages/visit';
import type { OwnAccount } from '../../../subjects/users/own-account.service';

/** The two fields of a password that is chosen. */
export const newPasswordFields = [
  {
    name: 'password1',
    label: 'field.newPassword',
    type: 'password',
    autocomplete: 'new-password',
    isNew: true,
  },
  { name: 'password2', label: 'field.passwordAgain', type: 'password', autocomplete: 'new-password' },
] as const;

/** What is wrong when the password was typed in two ways; undefined when it was not. */
export const differentPasswords = (form: Form): FormErrors | undefined =>
  form.raw('password1') === form.raw('password2') ? undefined : { password2: 'problem.passwordsDiffer' };

/** Changes the visitor's password to the one of the form. Returns what is wrong with it, or undefined. */
export async function changePassword(
  own: OwnAccount,
  { actor, form }: Visit,
): Promise<FormErrors | undefined> {
  const different = differentPasswords(form);
  if (different) return different;
  try {
    await own.changePassword(actor, { old: form.raw('old_password'), new: form.raw('password1') });
    return undefined;
  } catch (error) {
    return problemsOfError(error, { old_password: 'old_password', password: 'password1' });
  }
}
