/** What no reader sees, or sees as nothing: joiners, marks of direction, soft hyphens. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
/** As many as the column holds. */
const LONGEST = 255;

/** How two spellings of one username are told to be the same: letter case, widths, ligatures and unseen characters make no difference. */
export const usernameKey = (username: string): string =>
  username
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .trim()
    .replace(/\s+/gu, ' ')
    // Upper case first: it makes one letter of those that have several small forms.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');

/**
 * The name by which a user signs in beside the e-mail address, as `users.login_name` keeps it; no two users have the same. Null when
 * the username is none: with `@` it would be taken for an address, and it may be somebody else's.
 */
export function loginNameOf(username: string): string | null {
  const key = usernameKey(username);
  return key === '' || key.includes('@') || key.length > LONGEST ? null : key;
}
