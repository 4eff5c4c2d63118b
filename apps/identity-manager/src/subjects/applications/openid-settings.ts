import {
  KEYROCK_APPLICATION,
  type AccessTokenFormat,
  type ApplicationRow,
  type OpenIdStyle,
  type SignatureAlgorithm,
} from '../../database/entities/application.row';
import { Described } from '../../openapi/described';
import { Flag, Line } from '../../validation/members';
import { rule, rules } from '../../validation/rule';
import { sentText } from '../../validation/sent-text';

/*
 * What an application chooses of OpenID Connect and of tokens that others can check. An application that chooses nothing is served as
 * Keyrock serves it.
 */

export const OPENID_STYLES = ['keyrock', 'openid'] as const satisfies readonly OpenIdStyle[];
export const SIGNATURE_ALGORITHMS = [
  'RS256',
  'ES256',
  'EdDSA',
] as const satisfies readonly SignatureAlgorithm[];
export const ACCESS_TOKEN_FORMATS = ['keyrock', 'at+jwt'] as const satisfies readonly AccessTokenFormat[];

const isNothing = (value: unknown) => value === undefined || value === null || value === '';

/** One of these words; null, or an empty text of a form, is none of them. */
const Choice = (choices: readonly string[], description: string) =>
  rules(
    Line(),
    rule('choice', (value) => isNothing(value) || (typeof value === 'string' && choices.includes(value)), {
      facts: { choices: choices.join(', ') },
    }),
    Described({ type: 'string', enum: [...choices], nullable: true, required: false, description }),
  );

const hasFragment = (text: string) => text.includes('#');

/** Where this service sends requests to: http or https, no credentials, no fragment. */
function isRequestAddress(text: string): boolean {
  if (/[\u0000-\u0020<>"]/.test(text) || !URL.canParse(text) || hasFragment(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** An absolute URI without fragment (RFC 8707 section 2). */
export const isResource = (text: string): boolean =>
  !/[\u0000-\u0020<>"]/.test(text) && URL.canParse(text) && !hasFragment(text);

const longestAddress = 2000;
const longestAudience = 500;

/** Members of an application, in the order in which they are refused. */
export abstract class OpenIdMembers {
  @Choice(OPENID_STYLES, "How users are told of: in Keyrock's words, or in those of OpenID Connect.")
  openid_style?: OpenIdStyle | '' | null;
  @Choice(SIGNATURE_ALGORITHMS, 'Signs ID tokens, logout tokens and access tokens of RFC 9068.')
  id_token_signed_response_alg?: SignatureAlgorithm | '' | null;
  @Choice(SIGNATURE_ALGORITHMS, 'Signs user info; null for plain JSON.')
  userinfo_signed_response_alg?: SignatureAlgorithm | '' | null;
  @Described({ description: 'The claim `groups` also names organizations of the user.' })
  @Flag()
  groups_with_organizations?: boolean | null;
  @Described({ description: 'Where logout tokens are sent (OpenID Connect Back-Channel Logout).' })
  @rules(
    Line({ max: longestAddress }),
    rule('url', (value) => typeof value !== 'string' || value === '' || isRequestAddress(value)),
  )
  backchannel_logout_uri?: string | null;
  @Described({ description: 'Logout tokens have to name the session (`sid`).' })
  @Flag()
  backchannel_logout_session_required?: boolean | null;
  @Choice(ACCESS_TOKEN_FORMATS, "Keyrock's kinds of access tokens, or the JWT of RFC 9068.")
  access_token_format?: AccessTokenFormat | '' | null;
  @Described({
    description: 'The application as a resource (RFC 8707): an absolute URI, of no other application.',
  })
  @rules(
    Line({ max: longestAudience }),
    rule('url', (value) => typeof value !== 'string' || value === '' || isResource(value)),
  )
  audience?: string | null;
}

/** Columns that hold these settings. */
export type OpenIdColumns = Pick<
  ApplicationRow,
  | 'openidStyle'
  | 'idTokenAlg'
  | 'userinfoAlg'
  | 'groupsOrganizations'
  | 'backchannelLogoutUri'
  | 'backchannelLogoutSession'
  | 'accessTokenFormat'
  | 'audience'
>;

/** Choice in a form: null goes back to the default, nothing or an empty text leaves it. */
const chosen = <Value>(sent: Value | '' | null | undefined, before: Value, none: Value): Value =>
  sent === undefined || sent === '' ? before : (sent ?? none);

/** The settings after a change. */
export const changedOpenId = (input: OpenIdMembers, before: OpenIdColumns): OpenIdColumns => ({
  openidStyle: chosen(input.openid_style, before.openidStyle, 'keyrock'),
  idTokenAlg: chosen<SignatureAlgorithm | null>(input.id_token_signed_response_alg, before.idTokenAlg, null),
  userinfoAlg: chosen<SignatureAlgorithm | null>(
    input.userinfo_signed_response_alg,
    before.userinfoAlg,
    null,
  ),
  groupsOrganizations: chosen(input.groups_with_organizations, before.groupsOrganizations, false),
  backchannelLogoutUri: sentText(input.backchannel_logout_uri, before.backchannelLogoutUri),
  backchannelLogoutSession: chosen(
    input.backchannel_logout_session_required,
    before.backchannelLogoutSession,
    false,
  ),
  accessTokenFormat: chosen(input.access_token_format, before.accessTokenFormat, 'keyrock'),
  audience: sentText(input.audience, before.audience),
});

/** The settings by their names on the wire. */
export const openIdMembers = (row: OpenIdColumns) => ({
  openid_style: row.openidStyle,
  id_token_signed_response_alg: row.idTokenAlg,
  userinfo_signed_response_alg: row.userinfoAlg,
  groups_with_organizations: row.groupsOrganizations,
  backchannel_logout_uri: row.backchannelLogoutUri,
  backchannel_logout_session_required: row.backchannelLogoutSession,
  access_token_format: row.accessTokenFormat,
  audience: row.audience,
});

const unchosen: Readonly<Record<string, unknown>> = openIdMembers(KEYROCK_APPLICATION);

/** The settings that were chosen: clients of Keyrock meet no member of applications that chose none. */
export const chosenOpenIdMembers = (row: OpenIdColumns): Partial<ReturnType<typeof openIdMembers>> =>
  Object.fromEntries(Object.entries(openIdMembers(row)).filter(([name, value]) => value !== unchosen[name]));
