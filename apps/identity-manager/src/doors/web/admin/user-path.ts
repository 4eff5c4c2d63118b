/** The page about a user, for administrators. */
export const userPath = ({ id }: { readonly id: string }): string =>
  `/idm/admins/users/${encodeURIComponent(id)}`;
