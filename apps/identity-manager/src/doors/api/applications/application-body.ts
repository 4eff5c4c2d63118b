import {
  addressList,
  addressMember,
  listMember,
  longTextMember,
  memberOf,
  nonEmptyText,
  patchedAddress,
  patchedLongText,
  patchedText,
  refuseMembers,
  requiredText,
  textMember,
  wrappedBody,
  type Body,
} from '../body';
import { badRequest } from '../../../http/api-errors';
import type { ApplicationRow, TokenKind } from '../../../database/entities/application.row';
import type { NewApplication } from '../../../subjects/applications/applications.service';
import { grantLists, tokenTypeList, withOpenId } from '../../../subjects/applications/grant-types';

const longestUri = 2000;
const longestList = 16_000;

const hasWord = (list: string | null | undefined, word: string) =>
  (list ?? '').split(/[\s,]+/).includes(word);

const isSent = (body: Body, name: string) =>
  memberOf(body, name) !== undefined && memberOf(body, name) !== null;

/** @throws ApiError 400 when sent as anything but a list of `jwt` and `permanent` */
function tokenTypes(body: Body): string | undefined {
  if (!isSent(body, 'token_types')) return undefined;
  const list = tokenTypeList(memberOf(body, 'token_types'));
  if (list === undefined) throw badRequest('Invalid token type in body request');
  return list;
}

/** Our own member: the kind of token issued when a request's scope names none. */
function defaultTokenKind(body: Body, allowed: string): TokenKind | undefined {
  const kind = textMember(body, 'default_token_kind');
  if (kind === undefined || kind === null) return undefined;
  if (kind !== 'bearer' && kind !== 'jwt') throw badRequest('default_token_kind must be bearer or jwt');
  if (!hasWord(allowed, kind)) throw badRequest('Invalid token type in body request');
  return kind;
}

function requiredRedirectUri(body: Body): string {
  const value = addressList(body, 'redirect_uri', longestList);
  if (!value) throw badRequest('Missing parameter redirect_uri in body request');
  return value;
}

const grantsOf = (body: Body, openId: boolean) => {
  const lists = grantLists(memberOf(body, 'grant_type'), openId);
  if (!lists) throw badRequest('Invalid Grant Type');
  return lists;
};

/** The body of POST /applications. @throws ApiError 400 */
export function parseNewApplication(raw: unknown): NewApplication {
  const body = wrappedBody(raw, 'application');
  const name = requiredText(body, 'name', 'Missing parameter name in body request or empty name');
  const redirectUri = requiredRedirectUri(body);
  const types = tokenTypes(body) ?? 'bearer';
  const scope = listMember(body, 'scope', longestUri);
  const openId = hasWord(scope, 'openid');
  return {
    name,
    redirectUri,
    description: longTextMember(body, 'description'),
    url: addressMember(body, 'url'),
    redirectSignOutUri: addressMember(body, 'redirect_sign_out_uri'),
    clientType: textMember(body, 'client_type', { max: 50 }),
    ...grantsOf(body, openId),
    tokenTypes: types,
    defaultTokenKind: defaultTokenKind(body, types),
    scope: scope || null,
    wantsJwtSecret: openId || hasWord(types, 'jwt'),
  };
}

/** Columns to write; undefined ones stay as they are. */
export type ApplicationColumns = Partial<
  Pick<
    ApplicationRow,
    | 'name'
    | 'description'
    | 'url'
    | 'redirectUri'
    | 'redirectSignOutUri'
    | 'grantType'
    | 'responseType'
    | 'tokenTypes'
    | 'defaultTokenKind'
    | 'clientType'
    | 'scope'
  >
>;

export interface ApplicationPatch {
  readonly columns: ApplicationColumns;
  /** True: a new JWT secret; false: none; undefined: the present one stays. */
  readonly wantsJwtSecret: boolean | undefined;
}

function patchedRedirectUri(body: Body): string | undefined {
  const value = addressList(body, 'redirect_uri', longestList);
  if (value === '' || value === null) throw badRequest('Cannot set empty redirect_uri');
  return value;
}

/** An empty text says nothing, as in {@link patchedText}; an empty list clears. */
function patchedScope(body: Body): string | null | undefined {
  const value = listMember(body, 'scope', longestUri);
  return value === '' ? undefined : value;
}

/** Grants follow the request, and the scope when that asks for OpenID Connect. */
function patchedGrants(
  body: Body,
  row: ApplicationRow,
  openId: boolean,
  scopeWasSent: boolean,
): ApplicationColumns {
  if (isSent(body, 'grant_type')) return grantsOf(body, openId);
  return scopeWasSent && openId && !hasWord(row.responseType, 'id_token') ? withOpenId(row.grantType) : {};
}

/** The body of PATCH /applications/:id. @throws ApiError 400 */
export function parseApplicationPatch(raw: unknown, row: ApplicationRow): ApplicationPatch {
  const body = wrappedBody(raw, 'application');
  const name = nonEmptyText(body, 'name');
  const redirectUri = patchedRedirectUri(body);
  refuseMembers(body, ['id', 'secret', 'response_type'], 'Cannot set id, secret or response_type');
  const sentTypes = tokenTypes(body);
  const sentScope = patchedScope(body);
  const openId = hasWord(sentScope === undefined ? row.scope : sentScope, 'openid');
  const types = sentTypes ?? row.tokenTypes;
  const kind = defaultTokenKind(body, types);
  const columns: ApplicationColumns = {
    name,
    redirectUri,
    description: patchedLongText(body, 'description'),
    url: patchedAddress(body, 'url'),
    redirectSignOutUri: patchedAddress(body, 'redirect_sign_out_uri'),
    clientType: patchedText(body, 'client_type', { max: 50 }),
    ...patchedGrants(body, row, openId, sentScope !== undefined),
    tokenTypes: sentTypes,
    // JWT tokens that are no longer allowed cannot stay the default.
    defaultTokenKind: kind ?? (hasWord(types, row.defaultTokenKind) ? undefined : 'bearer'),
    scope: sentScope,
  };
  const needsSecret =
    sentTypes === undefined ? openId && row.jwtSecretEncrypted === null : hasWord(types, 'jwt') || openId;
  return { columns, wantsJwtSecret: sentTypes === undefined && !needsSecret ? undefined : needsSecret };
}
