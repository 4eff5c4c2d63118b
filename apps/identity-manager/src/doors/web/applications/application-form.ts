import type { ApplicationRow } from '../../../database/entities/application.row';
import type { Form } from '../../../pages/form';
import { GRANT_TYPES } from '../../../subjects/applications/grant-types';

/** What nearly all applications want. */
const usualGrants: readonly string[] = ['authorization_code', 'refresh_token'];

/** Grants in the order of the form. */
export const grantChoices = [...usualGrants, ...GRANT_TYPES.filter((name) => !usualGrants.includes(name))];

/** Where the form shows what is wrong with a member. */
export const fieldNames = {
  name: 'name',
  description: 'description',
  url: 'url',
  redirect_uri: 'redirect_uri',
  redirect_sign_out_uri: 'redirect_sign_out_uri',
  grant_type: 'grant_type',
  default_token_kind: 'default_token_kind',
};

/** What the form holds, also to show it again. */
export interface ApplicationFields {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  /** One address a line. */
  readonly redirect_uri: string;
  readonly redirect_sign_out_uri: string;
  readonly grants: readonly string[];
  readonly tokenTypes: readonly string[];
  readonly default_token_kind: string;
  readonly openid: boolean;
  readonly isPublic: boolean;
}

export const freshFields: ApplicationFields = {
  name: '',
  description: '',
  url: '',
  redirect_uri: '',
  redirect_sign_out_uri: '',
  grants: usualGrants,
  tokenTypes: [],
  default_token_kind: 'bearer',
  openid: false,
  isPublic: false,
};

const words = (list: string | null) => (list ?? '').split(',').filter((word) => word !== '');

export const fieldsOf = (row: ApplicationRow): ApplicationFields => ({
  name: row.name,
  description: row.description ?? '',
  url: row.url ?? '',
  redirect_uri: words(row.redirectUri).join('\n'),
  redirect_sign_out_uri: row.redirectSignOutUri ?? '',
  grants: words(row.grantType),
  tokenTypes: words(row.tokenTypes).filter((type) => type !== 'bearer'),
  default_token_kind: row.defaultTokenKind,
  openid: words(row.scope).includes('openid'),
  isPublic: row.clientType === 'public',
});

export const readFields = (form: Form): ApplicationFields => ({
  name: form.text('name'),
  description: form.text('description'),
  url: form.text('url'),
  redirect_uri: form.text('redirect_uri'),
  redirect_sign_out_uri: form.text('redirect_sign_out_uri'),
  grants: form.list('grant_type'),
  tokenTypes: form.list('token_types'),
  default_token_kind: form.text('default_token_kind') || 'bearer',
  openid: form.has('openid'),
  isPublic: form.has('public_client'),
});

const lines = (text: string) =>
  text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * The form as members of an application.
 *
 * @param before  the application that is edited; saving token types makes a new JWT secret, so unchanged ones are left out
 */
export function membersOf(
  fields: ApplicationFields,
  before?: ApplicationRow,
): Readonly<Record<string, unknown>> {
  const now = before && fieldsOf(before);
  const sameTypes = now && now.tokenTypes.toSorted().join() === fields.tokenTypes.toSorted().join();
  const otherScopes = words(before?.scope ?? null).filter((word) => word !== 'openid');
  const scope = [...otherScopes, ...(fields.openid ? ['openid'] : [])];
  return {
    name: fields.name,
    // Null clears; empty texts say nothing.
    description: fields.description || null,
    url: fields.url || null,
    // What had no address need not get one by being edited.
    ...((before === undefined || before.redirectUri !== null || fields.redirect_uri !== '') && {
      redirect_uri: lines(fields.redirect_uri),
    }),
    redirect_sign_out_uri: fields.redirect_sign_out_uri || null,
    grant_type: fields.grants,
    default_token_kind: fields.default_token_kind,
    client_type: fields.isPublic ? 'public' : 'confidential',
    ...(!sameTypes && { token_types: fields.tokenTypes }),
    ...(now?.openid !== fields.openid && { scope }),
  };
}
