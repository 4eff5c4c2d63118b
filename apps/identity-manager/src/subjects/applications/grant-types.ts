/** What an application may be allowed to use, by name, in the order in which it is shown. */
export const GRANT_TYPES = [
  'client_credentials',
  'password',
  'authorization_code',
  'implicit',
  'hybrid',
  'refresh_token',
] as const;

export type GrantType = (typeof GRANT_TYPES)[number];

/** Those for which `/oauth2/token` gives tokens; the others are ways of the authorization page. */
export const TOKEN_GRANT_TYPES = GRANT_TYPES.filter((name) => name !== 'implicit' && name !== 'hybrid');

/** Comma-joined lists as an application has them. */
export interface GrantLists {
  readonly grantType: string;
  readonly responseType: string;
}

/** What an application gets that names no grants; Keyrock's order. */
const everyGrant: GrantLists = {
  grantType: 'client_credentials,password,implicit,authorization_code,hybrid,refresh_token',
  responseType: 'code,token,none',
};

/** Response types follow from the grants; OpenID Connect needs the code flow and adds `id_token`. */
function listsFor(wanted: ReadonlySet<unknown>, openId: boolean): GrantLists {
  const grants = GRANT_TYPES.filter((name) => wanted.has(name) || (openId && name === 'authorization_code'));
  const responses = [
    ...(grants.includes('authorization_code') ? ['code'] : []),
    ...(grants.includes('implicit') ? ['token'] : []),
    ...(openId ? ['id_token'] : []),
  ];
  return { grantType: grants.join(','), responseType: responses.join(',') };
}

/**
 * The lists for the grants that a client asked for; all grants when it named none.
 *
 * @param wanted  the member `grant_type`; unknown names in it are passed over
 * @param openId  whether the application's scope has `openid`
 * @returns undefined when it is no list or names no grant at all
 */
export function grantLists(wanted: unknown, openId: boolean): GrantLists | undefined {
  if (wanted === undefined || wanted === null)
    return openId ? { ...everyGrant, responseType: 'code,token,id_token,none' } : everyGrant;
  if (!Array.isArray(wanted) || !wanted.some((name) => (GRANT_TYPES as readonly unknown[]).includes(name)))
    return undefined;
  return listsFor(new Set(wanted), openId);
}

/** The present grants of an application, once its scope has `openid`. */
export const withOpenId = (grantType: string | null): GrantLists =>
  listsFor(new Set((grantType ?? '').split(',')), true);

const optionalTokenTypes = ['jwt', 'permanent'] as const;

/** Comma-joined token types, `bearer` always last; undefined when the list holds anything else. */
export function tokenTypeList(wanted: unknown): string | undefined {
  if (
    !Array.isArray(wanted) ||
    !wanted.every((name) => (optionalTokenTypes as readonly unknown[]).includes(name))
  )
    return undefined;
  return [...optionalTokenTypes.filter((name) => wanted.includes(name)), 'bearer'].join(',');
}
