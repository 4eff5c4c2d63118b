/** How the text of one environment variable becomes a value. */
export type OptionKind = 'text' | 'integer' | 'boolean' | 'list' | 'choice' | 'url';

/** One setting: its environment variable (without the `IDM_` prefix), its type and what it does. */
export interface OptionRecord {
  readonly name: string;
  readonly kind: OptionKind;
  /** Undefined means "not set". */
  readonly default?: string | number | boolean;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** The `_FILE` form reads the value from a file (Docker secrets); a bare name is looked up in SECRETS_DIR. */
  readonly secret?: boolean;
  readonly description: string;
}

const seconds = <N extends string>(name: N, value: number, description: string) =>
  ({
    name,
    kind: 'integer',
    default: value,
    min: 1,
    max: 315_360_000,
    description: `${description}, in seconds.`,
  }) as const;

const flag = <N extends string>(name: N, value: boolean, description: string) =>
  ({ name, kind: 'boolean', default: value, description }) as const;

const text = <N extends string>(name: N, description: string, value?: string) =>
  ({ name, kind: 'text', default: value, description }) as const;

const secret = <N extends string>(name: N, description: string, value?: string) =>
  ({ ...text(name, description, value), secret: true }) as const;

const algorithms = ['HS256', 'HS384', 'HS512', 'RS256', 'ES256'] as const;

/** Every setting of the identity manager. Names that Keyrock has keep Keyrock's meaning (spec section 10). */
export const optionTable = [
  {
    name: 'PORT',
    kind: 'integer',
    default: 3000,
    min: 0,
    max: 65_535,
    description: 'Port to listen on; 0 takes a free one.',
  },
  text('LISTEN_ADDRESS', 'Network address to listen on.', '0.0.0.0'),
  {
    name: 'HOST',
    kind: 'url',
    description: 'Public base URL, used in links and as issuer. Default: http://localhost:<port>.',
  },
  {
    name: 'MODE',
    kind: 'choice',
    choices: ['development', 'production'],
    default: 'development',
    description: 'Production refuses the admin password 1234 and an http public URL without TLS in front.',
  },
  flag('DEBUG', false, 'Log SQL statements and requests.'),
  {
    name: 'LOG_LEVEL',
    kind: 'choice',
    choices: ['DEBUG', 'INFO', 'WARN', 'ERROR'],
    default: 'INFO',
    description: 'Least severe level that is logged.',
  },
  flag('HEADLESS', false, 'No web pages, only the programming interfaces.'),
  flag(
    'TRUST_PROXY',
    false,
    'Take the client address and protocol from X-Forwarded-For and X-Forwarded-Proto.',
  ),
  {
    name: 'SERVER_MAX_HEADER_SIZE',
    kind: 'integer',
    default: 32_768,
    min: 8192,
    max: 1_048_576,
    description: 'Largest request line and headers, in bytes.',
  },
  text(
    'DATA_DIR',
    'Folder of the default database and of the generated encryption key.',
    './data/identity-manager',
  ),
  {
    name: 'DB_DIALECT',
    kind: 'choice',
    choices: ['sqlite', 'postgres', 'mysql', 'mariadb'],
    description: 'Database; sqlite unless DB_HOST is given, then mysql as in Keyrock.',
  },
  text('DB_FILE', 'File of the sqlite database. Default: identity-manager.db in DATA_DIR.'),
  secret('DB_HOST', 'Database server.'),
  { name: 'DB_PORT', kind: 'integer', min: 1, max: 65_535, description: 'Port of the database server.' },
  secret('DB_USER', 'Database user.', 'root'),
  secret('DB_PASS', 'Database password.', 'idm'),
  text('DB_NAME', 'Database name.', 'idm'),
  {
    name: 'DB_POOL_SIZE',
    kind: 'integer',
    default: 10,
    min: 1,
    max: 200,
    description: 'Connections to the database server.',
  },
  {
    name: 'DB_TIMEOUT',
    kind: 'integer',
    default: 5000,
    min: 100,
    max: 600_000,
    description:
      'Milliseconds after which a connection or statement of the database server counts as failed, and the client gets 503.',
  },
  {
    name: 'DB_ATTEMPTS',
    kind: 'integer',
    default: 20,
    min: 1,
    max: 1000,
    description: 'Tries to reach the database at start.',
  },
  {
    name: 'DB_RETRY_DELAY',
    kind: 'integer',
    default: 5,
    min: 0,
    max: 600,
    description: 'Seconds between those tries.',
  },
  secret(
    'ENCRYPTION_KEY',
    'Key for secrets at rest, at least 16 characters. Default: generated once and kept in DATA_DIR.',
  ),
  secret(
    'LEGACY_ENCRYPTION_KEY',
    "Keyrock's IDM_ENCRYPTION_KEY, for imported passwords that have no salt.",
    'nodejs_idm',
  ),
  secret('ADMIN_ID', 'Id of the first administrator.', 'admin'),
  secret('ADMIN_USER', 'User name of the first administrator.', 'admin'),
  secret('ADMIN_EMAIL', 'E-mail address of the first administrator.', 'admin@test.com'),
  secret('ADMIN_PASS', 'Password of the first administrator. Default: a random one, printed once.'),
  {
    name: 'SESSION_DURATION',
    kind: 'integer',
    default: 3_600_000,
    min: 60_000,
    max: 31_536_000_000,
    description: 'Life of an idle web session, in milliseconds.',
  },
  {
    name: 'SESSION_MAX',
    kind: 'integer',
    default: 43_200_000,
    min: 60_000,
    max: 31_536_000_000,
    description: 'Longest life of a web session, in milliseconds.',
  },
  seconds('OAUTH_AUTH_LIFETIME', 300, 'Life of an authorization code'),
  seconds('OAUTH_ACC_LIFETIME', 3600, 'Life of an access token'),
  seconds('OAUTH_REFR_LIFETIME', 1_209_600, 'Life of a refresh token'),
  flag('OAUTH_EMPTY_STATE', true, 'Whether an authorization request may come without state.'),
  flag('OAUTH_ASK_AUTH', true, 'Ask the user for consent.'),
  flag('OAUTH_UNIQUE_URL', false, 'No two applications may have the same url.'),
  {
    name: 'OAUTH_NOT_REQUIRE_CLIENT_AUTH_GRANT_TYPE',
    kind: 'list',
    description: 'Grants that a client may use with its client_id alone.',
  },
  {
    name: 'OAUTH_REFRESH_REUSE',
    kind: 'choice',
    choices: ['revoke', 'refuse'],
    default: 'revoke',
    description: 'A refresh token used twice: revoke all tokens of that grant, or only refuse.',
  },
  {
    name: 'OAUTH_IMPLICIT_RESPONSE',
    kind: 'choice',
    choices: ['query', 'fragment'],
    default: 'query',
    description:
      "Implicit grant: Keyrock's `token` in the query, or RFC 6749's `access_token` in the fragment.",
  },
  {
    name: 'OAUTH_TOKEN_SCOPE',
    kind: 'choice',
    choices: ['rfc', 'array', 'none'],
    default: 'rfc',
    description:
      "`scope` of the token response: RFC 6749 string when it differs from the request, Keyrock's array, or never.",
  },
  {
    name: 'OAUTH_JWT_TOKEN_TYPE',
    kind: 'choice',
    choices: ['jwt', 'bearer'],
    default: 'jwt',
    description: '`token_type` given with a JWT; strict OAuth libraries want bearer.',
  },
  flag('OAUTH_TFA_PASSWORD_GRANT', false, 'Let users with a second factor use the password grant.'),
  {
    name: 'OIDC_JWT_ALGORITHM',
    kind: 'choice',
    choices: algorithms,
    default: 'RS256',
    description: 'Signature of id tokens; HS algorithms use the JWT secret of the application.',
  },
  {
    name: 'OIDC_KEY_DAYS',
    kind: 'integer',
    default: 90,
    min: 1,
    max: 3650,
    description: 'Days after which a new signing key takes over.',
  },
  seconds('API_LIFETIME', 3600, 'Life of an API token (/v1/auth/tokens)'),
  seconds(
    'PEP_API_LIFETIME',
    2_592_000,
    'Life of an API token of a PEP proxy, which fetches it once at its start',
  ),
  {
    name: 'PDP_LEVEL',
    kind: 'choice',
    choices: ['basic', 'payload', 'advanced'],
    default: 'basic',
    description: 'What the decision point looks at.',
  },
  flag('AUTHZFORCE_ENABLED', false, 'Ask an AuthzForce server for decisions (PDP level advanced).'),
  text('AUTHZFORCE_HOST', 'AuthzForce server.', 'localhost'),
  {
    name: 'AUTHZFORCE_PORT',
    kind: 'integer',
    default: 8080,
    min: 1,
    max: 65_535,
    description: 'Port of the AuthzForce server.',
  },
  {
    name: 'CACHE_MAX_AGE',
    kind: 'integer',
    default: 1000,
    min: 0,
    max: 60_000,
    description:
      'Milliseconds that a process may answer from memory about tokens, roles and applications; also the longest delay until a revocation made by another process is seen. 0: always ask the database.',
  },
  flag('ADMIN_FULL', false, 'Administrators may manage all applications and organizations.'),
  flag('CREATE_APPLICATIONS_ADMIN_ONLY', false, 'Only administrators may register applications.'),
  {
    name: 'PASSWORD_MIN_LENGTH',
    kind: 'integer',
    default: 1,
    min: 1,
    max: 64,
    description: 'Shortest new password.',
  },
  flag('ENABLE_2FA', false, 'Users may switch on a second factor.'),
  flag('RATE_LIMIT_ENABLED', true, 'Limit failed logins, token requests and recovery mails.'),
  {
    name: 'RATE_LIMIT_ACCOUNT',
    kind: 'integer',
    default: 20,
    min: 1,
    max: 1_000_000,
    description: 'Failures allowed for one account within the window.',
  },
  {
    name: 'RATE_LIMIT_ADDRESS',
    kind: 'integer',
    default: 300,
    min: 1,
    max: 1_000_000,
    description: 'Failures allowed from one address within the window.',
  },
  seconds('RATE_LIMIT_WINDOW', 300, 'Window of the rate limits'),
  {
    name: 'EMAIL_LIST',
    kind: 'choice',
    choices: ['whitelist', 'blacklist'],
    description: 'How the file of e-mail domains is read.',
  },
  text('EMAIL_LIST_FILE', 'File with one e-mail domain a line.', './etc/email_list/list.txt'),
  text('EMAIL_HOST', 'Mail server.', 'localhost'),
  {
    name: 'EMAIL_PORT',
    kind: 'integer',
    default: 25,
    min: 1,
    max: 65_535,
    description: 'Port of the mail server.',
  },
  text('EMAIL_ADDRESS', 'Sender of mails.', 'noreply@localhost'),
  flag('EMAIL_SECURE', false, 'TLS from the first byte to the mail server.'),
  flag('EMAIL_AUTH_ENABLE', false, 'Log in to the mail server.'),
  text('EMAIL_AUTH_TYPE', 'How to log in to the mail server.', 'login'),
  text('EMAIL_AUTH_USER', 'User at the mail server.'),
  secret('EMAIL_AUTH_PASS', 'Password at the mail server.'),
  text('TITLE', 'Title of the web pages.', 'Identity Manager'),
  text('LANG_DEFAULT', 'Language of the web pages.', 'en'),
  text('REGISTRATION_REDIRECT', 'Where a user goes after activation.'),
  flag('CORS_ENABLED', true, 'Cross-origin requests to token, revoke, introspect, /user, /v1 and metadata.'),
  { name: 'CORS_ORIGIN', kind: 'list', default: '*', description: 'Origins allowed.' },
  {
    name: 'CSP_FORM_ACTION',
    kind: 'list',
    description: 'Further form-action sources of the Content-Security-Policy.',
  },
  {
    name: 'HTTPS_MAX_AGE',
    kind: 'integer',
    default: 15_552_000,
    min: 0,
    max: 1_000_000_000,
    description: 'Strict-Transport-Security max-age, sent when the public URL is https.',
  },
  flag('METRICS_ENABLED', true, 'Serve /metrics.'),
  {
    name: 'STOP_DELAY',
    kind: 'integer',
    default: 0,
    min: 0,
    max: 600_000,
    description:
      'Milliseconds that a stopping process goes on accepting requests while /health/ready answers 503, so that load balancers leave it first.',
  },
  {
    name: 'CLEANUP_INTERVAL',
    kind: 'integer',
    default: 600,
    min: 0,
    max: 86_400,
    description: 'Seconds between deletions of expired rows; 0: never.',
  },
  {
    name: 'AUDIT_DAYS',
    kind: 'integer',
    default: 365,
    min: 1,
    max: 36_500,
    description: 'Days the audit log is kept.',
  },
] as const satisfies readonly OptionRecord[];
