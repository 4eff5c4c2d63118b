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
  backchannel_logout_uri: 'backchannel_logout_uri',
  audience: 'audience',
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
  /** One address a line. */
  readonly redirect_sign_out_uri: string;
  readonly grants: readonly string[];
  readonly tokenTypes: readonly string[];
  readonly default_token_kind: string;
  readonly openid: boolean;
  readonly isPublic: boolean;
  readonly openid_style: string;
  /** Empty: as the settings say. */
  readonly id_token_alg: string;
  /** Empty: plain JSON. */
  readonly userinfo_alg: string;
  readonly groupsOrganizations: boolean;
  readonly backchannel_logout_uri: string;
  readonly backchannelSession: boolean;
  readonly access_token_format: string;
  readonly audience: string;
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
  openid_style: 'openid',
  id_token_alg: '',
  userinfo_alg: '',
  groupsOrganizations: false,
  backchannel_logout_uri: '',
  backchannelSession: false,
  access_token_format: 'keyrock',
  audience: '',
};

const words = (list: string | null) => (list ?? '').split(',').filter((word) => word !== '');

export const fieldsOf = (row: ApplicationRow): ApplicationFields => ({
  name: row.name,
  description: row.description ?? '',
  url: row.url ?? '',
  redirect_uri: words(row.redirectUri).join('\n'),
  redirect_sign_out_uri: words(row.redirectSignOutUri).join('\n'),
  grants: words(row.grantType),
  tokenTypes: words(row.tokenTypes).filter((type) => type !== 'bearer'),
  default_token_kind: row.defaultTokenKind,
  openid: words(row.scope).includes('openid'),
  isPublic: row.clientType === 'public',
  openid_style: row.openidStyle,
  id_token_alg: row.idTokenAlg ?? '',
  userinfo_alg: row.userinfoAlg ?? '',
  groupsOrganizations: row.groupsOrganizations,
  backchannel_logout_uri: row.backchannelLogoutUri ?? '',
  backchannelSession: row.backchannelLogoutSession,
  access_token_format: row.accessTokenFormat,
  audience: row.audience ?? '',
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
  openid_style: form.text('openid_style') || 'keyrock',
  id_token_alg: form.text('id_token_alg'),
  userinfo_alg: form.text('userinfo_alg'),
  groupsOrganizations: form.has('groups_organizations'),
  backchannel_logout_uri: form.text('backchannel_logout_uri'),
  backchannelSession: form.has('backchannel_logout_session'),
  access_token_format: form.text('access_token_format') || 'keyrock',
  audience: form.text('audience'),
});

const lines = (text: string) =>
  text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Null goes back to what Keyrock does. An application without OpenID Connect has no style of its own. */
const openIdMembersOf = (fields: ApplicationFields) => ({
  openid_style: fields.openid ? fields.openid_style : null,
  id_token_signed_response_alg: fields.id_token_alg || null,
  userinfo_signed_response_alg: fields.userinfo_alg || null,
  groups_with_organizations: fields.groupsOrganizations,
  backchannel_logout_uri: fields.backchannel_logout_uri || null,
  backchannel_logout_session_required: fields.backchannelSession,
  access_token_format: fields.access_token_format,
  audience: fields.audience || null,
});

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
    redirect_sign_out_uri: fields.redirect_sign_out_uri === '' ? null : lines(fields.redirect_sign_out_uri),
    grant_type: fields.grants,
    default_token_kind: fields.default_token_kind,
    client_type: fields.isPublic ? 'public' : 'confidential',
    ...(!sameTypes && { token_types: fields.tokenTypes }),
    ...(now?.openid !== fields.openid && { scope }),
    ...openIdMembersOf(fields),
  };
}
