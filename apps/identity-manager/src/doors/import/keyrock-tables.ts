import { patternFault } from '../../subjects/decisions/permission';
import { tokenHash, tokenKey } from '../../service/random-token';
import { keyrockHash } from '../../subjects/users/password-hasher';
import { emailKey } from '../../subjects/users/email-address';
import type { KeyrockRow } from './keyrock-source';
import { flag, json, LeftOut, needed, text, time, type Target } from './keyrock-values';

/** What the translation of a row needs besides the row. */
export interface TranslationContext {
  readonly encrypt: (secret: string) => string;
  readonly now: number;
}

/** A row of ours. */
export type Translated = Pick<Target, 'table' | 'values'>;

/** One of Keyrock's tables and how its rows become ours. */
export interface ImportedTable {
  readonly from: string;
  /** The column that is its key there; absent: `id`. */
  readonly key?: string;
  /** Rows have an end, and count only until then. */
  readonly holdsTokens?: boolean;
  /** What at most one row of ours may have: of two rows that say the same, the first is taken. */
  readonly unique?: (row: KeyrockRow) => string;
  /** @throws LeftOut with the reason when the row is not taken over */
  readonly translate: (row: KeyrockRow, context: TranslationContext) => Translated;
}

const internalApplication = 'idm_admin_app';

const passwordOf = (row: KeyrockRow) => {
  const hash = text(row, 'password');
  return hash !== null && /^[0-9a-f]{40}$/i.test(hash)
    ? keyrockHash(text(row, 'salt') ?? '', hash.toLowerCase())
    : null;
};

function user(row: KeyrockRow, { encrypt, now }: TranslationContext): Translated {
  const { tfa, ...extra } = json(row, 'extra') ?? {};
  const secondFactor = typeof tfa === 'object' && tfa !== null ? (tfa as Record<string, unknown>) : {};
  const { enabled, secret } = secondFactor;
  const email = needed(row, 'email');
  return {
    table: 'users',
    values: {
      id: needed(row, 'id'),
      username: text(row, 'username') ?? email,
      email,
      email_lower: emailKey(email),
      description: text(row, 'description'),
      website: text(row, 'website'),
      image: text(row, 'image') ?? 'default',
      gravatar: flag(row, 'gravatar'),
      password_hash: passwordOf(row),
      date_password: time(row, 'date_password') ?? now,
      enabled: flag(row, 'enabled'),
      admin: flag(row, 'admin'),
      starters_tour_ended: flag(row, 'starters_tour_ended'),
      eidas_id: text(row, 'eidas_id'),
      extra: Object.keys(extra).length > 0 ? JSON.stringify(extra) : null,
      totp_secret: enabled === true && typeof secret === 'string' ? encrypt(secret) : null,
      created_at: now,
    },
  };
}

const organization = (row: KeyrockRow, { now }: TranslationContext): Translated => ({
  table: 'organizations',
  values: {
    id: needed(row, 'id'),
    name: needed(row, 'name'),
    description: text(row, 'description'),
    website: text(row, 'website'),
    image: text(row, 'image') ?? 'default',
    created_at: now,
  },
});

function application(row: KeyrockRow, { encrypt, now }: TranslationContext): Translated {
  const id = needed(row, 'id');
  if (id === internalApplication) throw new LeftOut('the internal application is there already');
  const jwtSecret = text(row, 'jwt_secret');
  return {
    table: 'applications',
    values: {
      id,
      name: needed(row, 'name'),
      description: text(row, 'description'),
      secret_encrypted: encrypt(needed(row, 'secret')),
      jwt_secret_encrypted: jwtSecret ? encrypt(jwtSecret) : null,
      url: text(row, 'url'),
      redirect_uri: text(row, 'redirect_uri'),
      redirect_sign_out_uri: text(row, 'redirect_sign_out_uri'),
      image: text(row, 'image') ?? 'default',
      grant_type: text(row, 'grant_type'),
      response_type: text(row, 'response_type'),
      token_types: text(row, 'token_types') || 'bearer',
      client_type: text(row, 'client_type'),
      scope: text(row, 'scope'),
      extra: text(row, 'extra') === null ? null : JSON.stringify(json(row, 'extra')),
      created_at: now,
    },
  };
}

function refuseInternal(row: KeyrockRow): void {
  if (flag(row, 'is_internal')) throw new LeftOut('internal ones are there already');
}

function role(row: KeyrockRow): Translated {
  refuseInternal(row);
  return {
    table: 'roles',
    values: {
      id: needed(row, 'id'),
      name: needed(row, 'name'),
      is_internal: false,
      application_id: needed(row, 'oauth_client_id'),
    },
  };
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

function permission(row: KeyrockRow): Translated {
  refuseInternal(row);
  refuseUnusablePatterns(row);
  return {
    table: 'permissions',
    values: {
      id: needed(row, 'id'),
      name: needed(row, 'name'),
      description: text(row, 'description'),
      is_internal: false,
      action: text(row, 'action'),
      resource: text(row, 'resource'),
      is_regex: flag(row, 'is_regex'),
      authorization_service_header: text(row, 'authorization_service_header'),
      use_authorization_service_header: flag(row, 'use_authorization_service_header'),
      regex_entity_ids: text(row, 'regex_entity_ids'),
      regex_attributes: text(row, 'regex_attributes'),
      regex_types: text(row, 'regex_types'),
      xml: text(row, 'xml'),
      application_id: needed(row, 'oauth_client_id'),
    },
  };
}

const rolePermission = (row: KeyrockRow): Translated => ({
  table: 'role_permissions',
  values: { role_id: needed(row, 'role_id'), permission_id: needed(row, 'permission_id') },
});

const membership = (row: KeyrockRow): Translated => ({
  table: 'memberships',
  values: {
    user_id: needed(row, 'user_id'),
    organization_id: needed(row, 'organization_id'),
    role: text(row, 'role') === 'owner' ? 'owner' : 'member',
  },
});

function assignment(row: KeyrockRow): Translated {
  const [userId, organizationId] = [text(row, 'user_id'), text(row, 'organization_id')];
  if (userId === null && organizationId === null) throw new LeftOut('neither a user nor an organization');
  return {
    table: 'role_assignments',
    values: {
      id: `keyrock-${needed(row, 'id')}`,
      application_id: needed(row, 'oauth_client_id'),
      role_id: needed(row, 'role_id'),
      user_id: userId,
      organization_id: userId === null ? organizationId : null,
      role_organization: userId === null ? (text(row, 'role_organization') ?? 'member') : null,
    },
  };
}

const trusted = (row: KeyrockRow): Translated => ({
  table: 'trusted_applications',
  values: {
    application_id: needed(row, 'oauth_client_id'),
    trusted_application_id: needed(row, 'trusted_oauth_client_id'),
  },
});

const consent = (row: KeyrockRow, { now }: TranslationContext): Translated => ({
  table: 'consents',
  values: {
    user_id: needed(row, 'user_id'),
    application_id: needed(row, 'oauth_client_id'),
    shared_attributes: text(row, 'shared_attributes'),
    login_date: time(row, 'login_date') ?? now,
  },
});

const machine =
  (table: 'pep_proxies' | 'iot_agents') =>
  (row: KeyrockRow, { now }: TranslationContext): Translated => {
    const hash = passwordOf(row);
    if (hash === null) throw new LeftOut('its password has a form that cannot be checked');
    return {
      table,
      values: {
        id: needed(row, 'id'),
        password_hash: hash,
        application_id: needed(row, 'oauth_client_id'),
        created_at: now,
      },
    };
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

function accessToken(row: KeyrockRow, { now }: TranslationContext): Translated {
  const refreshToken = text(row, 'refresh_token');
  return {
    table: 'access_tokens',
    values: {
      token_hash: tokenKey(needed(row, 'access_token')),
      family_id: refreshToken ? familyOf(refreshToken) : null,
      application_id: needed(row, 'oauth_client_id'),
      user_id: text(row, 'user_id'),
      iot_agent_id: text(row, 'iot_id'),
      kind: 'bearer',
      grant_type: 'imported',
      scope: scopeWords(row),
      expires_at: lifeOf(row, now),
      created_at: now,
    },
  };
}

function refreshToken(row: KeyrockRow, { now }: TranslationContext): Translated {
  const token = needed(row, 'refresh_token');
  const expires = lifeOf(row, now);
  if (expires === null) throw new LeftOut('without expiry');
  return {
    table: 'refresh_tokens',
    values: {
      token_hash: tokenKey(token),
      family_id: familyOf(token),
      application_id: needed(row, 'oauth_client_id'),
      user_id: text(row, 'user_id'),
      iot_agent_id: text(row, 'iot_id'),
      kind: scopeWords(row)?.split(' ').includes('jwt') ? 'jwt' : 'bearer',
      scope: scopeWords(row),
      auth_time: now,
      expires_at: expires,
      created_at: now,
    },
  };
}

function apiToken(row: KeyrockRow, { now }: TranslationContext): Translated {
  const expires = lifeOf(row, now);
  if (expires === null) throw new LeftOut('without expiry');
  return {
    table: 'api_tokens',
    values: {
      token_hash: tokenHash(needed(row, 'access_token')),
      user_id: text(row, 'user_id'),
      pep_proxy_id: text(row, 'pep_proxy_id'),
      expires_at: expires,
      valid: true,
      created_at: now,
    },
  };
}

function authorizationCode(row: KeyrockRow, { now }: TranslationContext): Translated {
  const code = needed(row, 'authorization_code');
  const expires = lifeOf(row, now);
  if (expires === null) throw new LeftOut('without expiry');
  const redirectUri = text(row, 'redirect_uri');
  return {
    table: 'authorization_codes',
    values: {
      code_hash: tokenHash(code),
      family_id: familyOf(code),
      application_id: needed(row, 'oauth_client_id'),
      user_id: needed(row, 'user_id'),
      redirect_uri: redirectUri ?? '',
      redirect_uri_was_sent: redirectUri !== null,
      scope: scopeWords(row),
      nonce: text(row, 'nonce'),
      auth_time: now,
      expires_at: expires,
      created_at: now,
    },
  };
}

/** In an order in which every row finds what it refers to. */
export const importedTables: readonly ImportedTable[] = [
  { from: 'user', unique: (row) => emailKey(text(row, 'email') ?? ''), translate: user },
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
    unique: (row) => text(row, 'oauth_client_id') ?? '',
    translate: machine('pep_proxies'),
  },
  { from: 'iot', translate: machine('iot_agents') },
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
