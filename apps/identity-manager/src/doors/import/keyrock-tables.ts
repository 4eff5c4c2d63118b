import { patternFault } from '../../subjects/decisions/permission';
import { tokenHash } from '../../service/random-token';
import { tokenKey } from '../../subjects/tokens/tokens.repository';
import { keyrockHash } from '../../subjects/users/password-hasher';
import { emailKey } from '../../subjects/users/email-address';
import {
  ApplicationRow,
  IotAgentRow,
  PepProxyRow,
  TrustedApplicationRow,
} from '../../database/entities/application.row';
import { INTERNAL_APPLICATION_ID } from '../../database/entities/internal-application';
import { ConsentRow } from '../../database/entities/consent.row';
import {
  MembershipRow,
  OrganizationRow,
  type OrganizationRole,
} from '../../database/entities/organization.row';
import {
  PermissionRow,
  RoleAssignmentRow,
  RolePermissionRow,
  RoleRow,
} from '../../database/entities/role.row';
import {
  AccessTokenRow,
  ApiTokenRow,
  AuthorizationCodeRow,
  RefreshTokenRow,
} from '../../database/entities/token.row';
import { UserRow } from '../../database/entities/user.row';
import { loginNameOf, usernameKey } from '../../database/login-name';
import { tableRow, type TableRow } from '../../database/tables';
import type { KeyrockRow } from './keyrock-source';
import { flag, json, LeftOut, needed, text, time } from './keyrock-values';

/** What the translation of a row needs besides the row. */
export interface TranslationContext {
  readonly encrypt: (secret: string) => string;
  readonly now: number;
}

/** One of Keyrock's tables and how its rows become ours. */
export interface ImportedTable {
  readonly from: string;
  /** The column that is its key there; absent: `id`. */
  readonly key?: string;
  /** Rows have an end, and count only until then. */
  readonly holdsTokens?: boolean;
  /** What at most one row of ours may have: of two rows that say one of it alike, the first is taken before the other. */
  readonly unique?: (row: KeyrockRow) => readonly string[];
  /** @throws LeftOut with the reason when the row is not taken over */
  readonly translate: (row: KeyrockRow, context: TranslationContext) => TableRow;
}

const passwordOf = (row: KeyrockRow) => {
  const hash = text(row, 'password');
  return hash !== null && /^[0-9a-f]{40}$/i.test(hash)
    ? keyrockHash(text(row, 'salt') ?? '', hash.toLowerCase())
    : null;
};

function user(row: KeyrockRow, { encrypt, now }: TranslationContext): TableRow {
  const { tfa, ...extra } = json(row, 'extra') ?? {};
  const secondFactor = typeof tfa === 'object' && tfa !== null ? (tfa as Record<string, unknown>) : {};
  const { enabled, secret } = secondFactor;
  const email = needed(row, 'email');
  const username = text(row, 'username') ?? email;
  return tableRow(UserRow, {
    id: needed(row, 'id'),
    username,
    loginName: loginNameOf(username),
    email,
    emailLower: emailKey(email),
    description: text(row, 'description'),
    website: text(row, 'website'),
    image: text(row, 'image') ?? 'default',
    gravatar: flag(row, 'gravatar'),
    passwordHash: passwordOf(row),
    datePassword: time(row, 'date_password') ?? now,
    enabled: flag(row, 'enabled'),
    admin: flag(row, 'admin'),
    startersTourEnded: flag(row, 'starters_tour_ended'),
    eidasId: text(row, 'eidas_id'),
    extra: Object.keys(extra).length > 0 ? extra : null,
    totpSecret: enabled === true && typeof secret === 'string' ? encrypt(secret) : null,
    createdAt: now,
  });
}

const organization = (row: KeyrockRow, { now }: TranslationContext): TableRow =>
  tableRow(OrganizationRow, {
    id: needed(row, 'id'),
    name: needed(row, 'name'),
    description: text(row, 'description'),
    website: text(row, 'website'),
    image: text(row, 'image') ?? 'default',
    createdAt: now,
  });

function application(row: KeyrockRow, { encrypt, now }: TranslationContext): TableRow {
  const id = needed(row, 'id');
  if (id === INTERNAL_APPLICATION_ID) throw new LeftOut('the internal application is there already');
  const jwtSecret = text(row, 'jwt_secret');
  return tableRow(ApplicationRow, {
    id,
    name: needed(row, 'name'),
    description: text(row, 'description'),
    secretEncrypted: encrypt(needed(row, 'secret')),
    jwtSecretEncrypted: jwtSecret ? encrypt(jwtSecret) : null,
    url: text(row, 'url'),
    redirectUri: text(row, 'redirect_uri'),
    redirectSignOutUri: text(row, 'redirect_sign_out_uri'),
    image: text(row, 'image') ?? 'default',
    grantType: text(row, 'grant_type'),
    responseType: text(row, 'response_type'),
    tokenTypes: text(row, 'token_types') || 'bearer',
    clientType: text(row, 'client_type'),
    scope: text(row, 'scope'),
    extra: text(row, 'extra') === null ? null : json(row, 'extra'),
    createdAt: now,
  });
}

function refuseInternal(row: KeyrockRow): void {
  if (flag(row, 'is_internal')) throw new LeftOut('internal ones are there already');
}

function role(row: KeyrockRow): TableRow {
  refuseInternal(row);
  return tableRow(RoleRow, {
    id: needed(row, 'id'),
    name: needed(row, 'name'),
    isInternal: false,
    applicationId: needed(row, 'oauth_client_id'),
  });
}

/** Patterns that could never match are told to whoever imports, instead of silently denying. */
function refuseUnusablePatterns(row: KeyrockRow): void {
  const name = `permission "${text(row, 'name') ?? ''}" (${text(row, 'id')}) of application ${text(row, 'oauth_client_id')}`;
  const patterns = [
    flag(row, 'is_regex') ? text(row, 'resource') : null,
    ...['regex_entity_ids', 'regex_attributes', 'regex_types'].map((column) => text(row, column)),
  ];
  for (const pattern of patterns) {
    const fault = pattern ? patternFault(pattern) : undefined;
    if (fault === 'large')
      throw new LeftOut('its regular expression is too large to be matched in time', name);
    if (fault)
      throw new LeftOut('its regular expression is malformed, or uses look-around or back references', name);
  }
}

function permission(row: KeyrockRow): TableRow {
  refuseInternal(row);
  refuseUnusablePatterns(row);
  return tableRow(PermissionRow, {
    id: needed(row, 'id'),
    name: needed(row, 'name'),
    description: text(row, 'description'),
    isInternal: false,
    action: text(row, 'action'),
    resource: text(row, 'resource'),
    isRegex: flag(row, 'is_regex'),
    authorizationServiceHeader: text(row, 'authorization_service_header'),
    useAuthorizationServiceHeader: flag(row, 'use_authorization_service_header'),
    regexEntityIds: text(row, 'regex_entity_ids'),
    regexAttributes: text(row, 'regex_attributes'),
    regexTypes: text(row, 'regex_types'),
    xml: text(row, 'xml'),
    applicationId: needed(row, 'oauth_client_id'),
  });
}

const rolePermission = (row: KeyrockRow): TableRow =>
  tableRow(RolePermissionRow, {
    roleId: needed(row, 'role_id'),
    permissionId: needed(row, 'permission_id'),
  });

const membership = (row: KeyrockRow): TableRow =>
  tableRow(MembershipRow, {
    userId: needed(row, 'user_id'),
    organizationId: needed(row, 'organization_id'),
    role: text(row, 'role') === 'owner' ? 'owner' : 'member',
  });

function assignment(row: KeyrockRow): TableRow {
  const [userId, organizationId] = [text(row, 'user_id'), text(row, 'organization_id')];
  if (userId === null && organizationId === null) throw new LeftOut('neither a user nor an organization');
  return tableRow(RoleAssignmentRow, {
    id: `keyrock-${needed(row, 'id')}`,
    applicationId: needed(row, 'oauth_client_id'),
    roleId: needed(row, 'role_id'),
    userId: userId,
    organizationId: userId === null ? organizationId : null,
    roleOrganization:
      userId === null ? ((text(row, 'role_organization') ?? 'member') as OrganizationRole) : null,
  });
}

const trusted = (row: KeyrockRow): TableRow =>
  tableRow(TrustedApplicationRow, {
    applicationId: needed(row, 'oauth_client_id'),
    trustedApplicationId: needed(row, 'trusted_oauth_client_id'),
  });

const consent = (row: KeyrockRow, { now }: TranslationContext): TableRow =>
  tableRow(ConsentRow, {
    userId: needed(row, 'user_id'),
    applicationId: needed(row, 'oauth_client_id'),
    sharedAttributes: text(row, 'shared_attributes'),
    loginDate: time(row, 'login_date') ?? now,
  });

const machine =
  (entity: typeof PepProxyRow | typeof IotAgentRow) =>
  (row: KeyrockRow, { now }: TranslationContext): TableRow => {
    const hash = passwordOf(row);
    if (hash === null) throw new LeftOut('its password has a form that cannot be checked');
    return tableRow<PepProxyRow | IotAgentRow>(entity, {
      id: needed(row, 'id'),
      passwordHash: hash,
      applicationId: needed(row, 'oauth_client_id'),
      createdAt: now,
    });
  };

/** When a live token expires; null is never. */
function lifeOf(row: KeyrockRow, now: number): number | null {
  if (!flag(row, 'valid')) throw new LeftOut('no longer valid');
  const expires = time(row, 'expires');
  if (expires !== null && expires <= now) throw new LeftOut('expired');
  return expires;
}

/** What came from one grant stays together: tokens by the refresh token they were given with, a code by itself. */
const familyOf = (secret: string) => `keyrock-${tokenHash(secret).slice(0, 40)}`;

const scopeWords = (row: KeyrockRow) =>
  text(row, 'scope')
    ?.split(/[,\s]+/)
    .filter((word) => word !== '')
    .join(' ') || null;

function accessToken(row: KeyrockRow, { now }: TranslationContext): TableRow {
  const refreshToken = text(row, 'refresh_token');
  return tableRow(AccessTokenRow, {
    tokenHash: tokenKey(needed(row, 'access_token')),
    familyId: refreshToken ? familyOf(refreshToken) : null,
    applicationId: needed(row, 'oauth_client_id'),
    userId: text(row, 'user_id'),
    iotAgentId: text(row, 'iot_id'),
    kind: 'bearer',
    grantType: 'imported',
    scope: scopeWords(row),
    expiresAt: lifeOf(row, now),
    createdAt: now,
  });
}

function refreshToken(row: KeyrockRow, { now }: TranslationContext): TableRow {
  const token = needed(row, 'refresh_token');
  const expires = lifeOf(row, now);
  if (expires === null) throw new LeftOut('without expiry');
  return tableRow(RefreshTokenRow, {
    tokenHash: tokenKey(token),
    familyId: familyOf(token),
    applicationId: needed(row, 'oauth_client_id'),
    userId: text(row, 'user_id'),
    iotAgentId: text(row, 'iot_id'),
    kind: scopeWords(row)?.split(' ').includes('jwt') ? 'jwt' : 'bearer',
    scope: scopeWords(row),
    authTime: now,
    expiresAt: expires,
    createdAt: now,
  });
}

function apiToken(row: KeyrockRow, { now }: TranslationContext): TableRow {
  const expires = lifeOf(row, now);
  if (expires === null) throw new LeftOut('without expiry');
  return tableRow(ApiTokenRow, {
    tokenHash: tokenHash(needed(row, 'access_token')),
    userId: text(row, 'user_id'),
    pepProxyId: text(row, 'pep_proxy_id'),
    expiresAt: expires,
    valid: true,
    createdAt: now,
  });
}

function authorizationCode(row: KeyrockRow, { now }: TranslationContext): TableRow {
  const code = needed(row, 'authorization_code');
  const expires = lifeOf(row, now);
  if (expires === null) throw new LeftOut('without expiry');
  const redirectUri = text(row, 'redirect_uri');
  return tableRow(AuthorizationCodeRow, {
    codeHash: tokenHash(code),
    familyId: familyOf(code),
    applicationId: needed(row, 'oauth_client_id'),
    userId: needed(row, 'user_id'),
    redirectUri: redirectUri ?? '',
    redirectUriWasSent: redirectUri !== null,
    scope: scopeWords(row),
    nonce: text(row, 'nonce'),
    authTime: now,
    expiresAt: expires,
    createdAt: now,
  });
}

/** In an order in which every row finds what it refers to. */
export const importedTables: readonly ImportedTable[] = [
  {
    from: 'user',
    unique: (row) => [emailKey(text(row, 'email') ?? ''), `name ${usernameKey(text(row, 'username') ?? '')}`],
    translate: user,
  },
  { from: 'organization', translate: organization },
  { from: 'oauth_client', translate: application },
  { from: 'role', translate: role },
  { from: 'permission', translate: permission },
  { from: 'role_permission', translate: rolePermission },
  { from: 'user_organization', translate: membership },
  { from: 'role_assignment', translate: assignment },
  { from: 'trusted_application', translate: trusted },
  { from: 'user_authorized_application', translate: consent },
  {
    from: 'pep_proxy',
    unique: (row) => [text(row, 'oauth_client_id') ?? ''],
    translate: machine(PepProxyRow),
  },
  { from: 'iot', translate: machine(IotAgentRow) },
  { from: 'oauth_access_token', key: 'access_token', holdsTokens: true, translate: accessToken },
  { from: 'oauth_refresh_token', key: 'refresh_token', holdsTokens: true, translate: refreshToken },
  {
    from: 'oauth_authorization_code',
    key: 'authorization_code',
    holdsTokens: true,
    translate: authorizationCode,
  },
  { from: 'auth_token', key: 'access_token', holdsTokens: true, translate: apiToken },
];

/** Tables that are not taken over, and why. */
export const otherTables: readonly (readonly [table: string, reason: string])[] = [
  ['user_registration_profile', 'keys of unfinished registrations and recoveries; users ask for new mails'],
  ['authzforce', 'domains stay at the AuthzForce server; they are made again when a rule is saved'],
  ['eidas_credentials', 'eIDAS is not supported'],
  ['usage_policy', 'usage control is not supported'],
  ['role_usage_policy', 'usage control is not supported'],
  ['ptp', 'usage control is not supported'],
  ['delegation_evidence', 'the authorization registry is not supported'],
];
