import {
  KEYROCK_APPLICATION,
  type ApplicationRow,
  type TokenKind,
} from '../../database/entities/application.row';
import { Invalid } from '../../faults/faults';
import { joined } from '../../validation/lists';
import { sentText } from '../../validation/sent-text';
import type { ChangeApplication, CreateApplication, CreateMachineApplication } from './application-input';
import { changedOpenId, type OpenIdColumns } from './openid-settings';
import { grantLists, tokenTypeList, withOpenId, type GrantLists } from './grant-types';

/** What an application is made of, its lists comma-joined; its id, secrets and picture are made elsewhere. */
export type ApplicationContent = Pick<
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
> &
  OpenIdColumns;

const hasWord = (list: string | null, word: string) => (list ?? '').split(/[\s,]+/).includes(word);

function grantsOf(wanted: unknown, openId: boolean): GrantLists {
  const lists = grantLists(wanted, openId);
  if (!lists) throw new Invalid('grant_type', 'choose');
  return lists;
}

function refuseKind(kind: TokenKind | null | undefined, allowed: string): void {
  if (kind && !hasWord(allowed, kind)) throw new Invalid('default_token_kind', 'kindNotAllowed');
}

/**
 * The content of a new application, and whether it needs a JWT secret.
 *
 * @throws Invalid when the usual kind of token is none of those that are allowed
 */
export function newApplication(input: CreateApplication | CreateMachineApplication): {
  readonly content: ApplicationContent;
  readonly needsJwtSecret: boolean;
} {
  const tokenTypes = tokenTypeList(input.token_types ?? []) ?? 'bearer';
  const scope = joined(input.scope) || null;
  const openId = hasWord(scope, 'openid');
  const grants = grantsOf(input.grant_type, openId);
  refuseKind(input.default_token_kind, tokenTypes);
  return {
    content: {
      name: input.name,
      redirectUri: joined(input.redirect_uri) ?? null,
      description: input.description ?? null,
      url: input.url ?? null,
      redirectSignOutUri: joined(input.redirect_sign_out_uri) ?? null,
      clientType: joined(input.client_type) ?? null,
      ...grants,
      tokenTypes,
      defaultTokenKind: input.default_token_kind ?? 'bearer',
      scope,
      ...changedOpenId(input, KEYROCK_APPLICATION),
    },
    needsJwtSecret: openId || hasWord(tokenTypes, 'jwt'),
  };
}

/** Grants follow the request, and the scope when that asks for OpenID Connect. */
function changedGrants(input: ChangeApplication, row: ApplicationRow, scope: string | null) {
  const openId = hasWord(scope, 'openid');
  if (input.grant_type !== undefined && input.grant_type !== null) return grantsOf(input.grant_type, openId);
  const scopeWasSent = scope !== row.scope || (input.scope !== undefined && input.scope !== '');
  return scopeWasSent && openId && !hasWord(row.responseType, 'id_token') ? withOpenId(row.grantType) : {};
}

/** JWT tokens that are no longer allowed cannot stay the usual kind. */
function changedKind({ default_token_kind: sent }: ChangeApplication, row: ApplicationRow, types: string) {
  refuseKind(sent, types);
  return sent ?? (hasWord(types, row.defaultTokenKind) ? row.defaultTokenKind : 'bearer');
}

/**
 * The content of an application after a change.
 *
 * @returns with it whether there is to be a JWT secret: `new` makes one even where there is one, as token types that
 *   are sent do; `present` leaves it as it is
 * @throws Invalid as {@link newApplication}
 */
export function changedApplication(
  input: ChangeApplication,
  row: ApplicationRow,
): { readonly content: ApplicationContent; readonly jwtSecret: 'new' | 'none' | 'present' } {
  const sentTypes = input.token_types ? tokenTypeList(input.token_types) : undefined;
  const tokenTypes = sentTypes ?? row.tokenTypes;
  // An empty text says nothing; an empty list clears.
  const sentScope = joined(input.scope);
  const scope = sentScope === undefined || sentScope === '' ? row.scope : sentScope;
  const openId = hasWord(scope, 'openid');
  const content: ApplicationContent = {
    name: input.name ?? row.name,
    redirectUri: joined(input.redirect_uri) ?? row.redirectUri,
    description: sentText(input.description, row.description),
    url: sentText(input.url, row.url),
    redirectSignOutUri: sentText(joined(input.redirect_sign_out_uri), row.redirectSignOutUri),
    clientType: sentText(joined(input.client_type), row.clientType),
    grantType: row.grantType,
    responseType: row.responseType,
    ...changedGrants(input, row, scope),
    tokenTypes,
    defaultTokenKind: changedKind(input, row, tokenTypes),
    scope,
    ...changedOpenId(input, row),
  };
  if (sentTypes !== undefined)
    return { content, jwtSecret: openId || hasWord(tokenTypes, 'jwt') ? 'new' : 'none' };
  return { content, jwtSecret: openId && row.jwtSecretEncrypted === null ? 'new' : 'present' };
}
