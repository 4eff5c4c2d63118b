import type { ClaimsRequest, ClaimWish, ClaimWishes } from '../../database/entities/openid.row';
import { isClaim } from './standard-claims';

export const NO_CLAIMS: ClaimsRequest = { userinfo: {}, id_token: {} };

/** Characters of the parameter, and values that one claim is given. */
const longest = 8000;
const mostValues = 20;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined for what is no wish: it makes the parameter malformed. */
function wishOf(asked: unknown): ClaimWish | undefined {
  if (asked === null) return {};
  if (!isObject(asked)) return undefined;
  const { essential, value, values } = asked;
  if (essential !== undefined && typeof essential !== 'boolean') return undefined;
  if (values !== undefined && !(Array.isArray(values) && values.length <= mostValues)) return undefined;
  const wanted: readonly unknown[] | undefined = value === undefined ? values : [value];
  return { ...(essential === true && { essential }), ...(wanted !== undefined && { values: wanted }) };
}

function wishesOf(member: unknown): ClaimWishes | undefined {
  if (member === undefined || member === null) return {};
  if (!isObject(member)) return undefined;
  const wishes: Record<string, ClaimWish> = {};
  for (const [name, asked] of Object.entries(member)) {
    if (!isClaim(name)) continue;
    const wish = wishOf(asked);
    if (!wish) return undefined;
    wishes[name] = wish;
  }
  return wishes;
}

/**
 * Parses the `claims` parameter (OpenID Connect Core section 5.5). Claims and members that are not known are passed over.
 *
 * @returns undefined when it is malformed
 */
export function parseClaims(text: string): ClaimsRequest | undefined {
  if (text.length > longest) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(parsed)) return undefined;
  const userinfo = wishesOf(parsed['userinfo']);
  const idToken = wishesOf(parsed['id_token']);
  return userinfo && idToken && { userinfo, id_token: idToken };
}

/** Whether a value is among those that are fine. */
export const isFine = (wish: ClaimWish, value: unknown): boolean =>
  wish.values === undefined || wish.values.some((wanted) => wanted === value);
