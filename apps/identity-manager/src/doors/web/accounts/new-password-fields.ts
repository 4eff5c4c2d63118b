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
