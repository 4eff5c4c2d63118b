/** A setting of Keyrock that is given and changes nothing here. */
export interface IgnoredSetting {
  readonly name: string;
  readonly reason: string;
}

/** Keyrock's settings that there is nothing to set for here (`docs/behaviour/identity-manager.md`, "Settings of Keyrock"). */
const withoutEffect: readonly (readonly [names: RegExp, reason: string])[] = [
  [/^SESSION_SECRET$/, 'sessions are kept in the database'],
  [
    /^CORS_(METHODS|ALLOWED_HEADERS|EXPOSED_HEADERS|CREDENTIALS|MA[XS]_AGE|PREFLIGHT|OPTIONS_STATUS)$/,
    'only IDM_CORS_ENABLED and IDM_CORS_ORIGIN can be set',
  ],
  [
    /^(CSP_SCRIPT_SRC|DNS_PREFETCH_ALLOW|FRAMEGUARD_ACTION|INCLUDE_SUB_DOMAINS|PRELOAD|PERMITTED_POLICIES)$/,
    'this security header cannot be changed',
  ],
  [/^DB_(SEED|MIGRATE)$/, 'tables and first rows are made at every start'],
  [/^EX_AUTH_/, 'users of another database are not let in'],
  [/^EIDAS_/, 'there is no login by eIDAS'],
  [/^(PR|AR)_/, 'there are no registries of iSHARE'],
  [/^(USAGE_CONTROL|PTP)_/, 'there is no usage control'],
  [/^(EXTERNAL_VC_|CREDENTIAL_LOCATION$|JWKS_)/, 'verifiable credentials are not read'],
  [/^THEME$/, 'there is one look; IDM_TITLE changes its name'],
  [/^REGISTRATION_EXTENSION$/, 'IDM_REGISTRATION_REDIRECT alone says where a new user goes'],
];

const asksNothing = (value: string | undefined) => value === undefined || /^(|false|no|0)$/i.test(value);

/** `DEBUG=idm:*` of the compose files; with other names it is for other programs. */
const isDebugOfKeyrock = (name: string, value = '') => name === 'DEBUG' && /(^|[\s,])idm\b/.test(value);

/** What of the environment Keyrock would heed and this service does not; what is set to false is left out. */
export function ignoredSettings(
  env: Readonly<Record<string, string | undefined>>,
): readonly IgnoredSetting[] {
  return Object.keys(env)
    .filter(
      (name) => (name.startsWith('IDM_') && !asksNothing(env[name])) || isDebugOfKeyrock(name, env[name]),
    )
    .sort()
    .flatMap((name) => {
      if (name === 'DEBUG') return [{ name, reason: 'IDM_DEBUG and IDM_LOG_LEVEL say what is logged' }];
      const own = name.slice('IDM_'.length).replace(/_FILE$/, '');
      const found = withoutEffect.find(([names]) => names.test(own));
      return found ? [{ name, reason: found[1] }] : [];
    });
}
