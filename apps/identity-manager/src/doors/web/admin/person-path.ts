/** The page about a person, for administrators. */
export const personPath = ({ id }: { readonly id: string }): string =>
  `/idm/admins/users/${encodeURIComponent(id)}`;
