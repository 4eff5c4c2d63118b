import type { OptionRecord } from '@smart-city/options';

/** The variable of a setting; in code it is called by the rest. */
const env = <N extends string>(name: N) => ({ name, env: `IDM_${name}` }) as const;

const seconds = <N extends string>(name: N, value: number, description: string) =>
  ({
    ...env(name),
    kind: 'integer',
    default: value,
    min: 1,
    max: 315_360_000,
    description: `${description}, in seconds`,
  }) as const;

const flag = <N extends string>(name: N, value: boolean, description: string) =>
  ({ ...env(name), kind: 'boolean', default: value, description }) as const;

const text = <N extends string, D extends string | undefined = undefined>(
  name: N,
  description: string,
  value?: D,
) => ({ ...env(name), kind: 'text', default: value as NoInfer<D>, description }) as const;

const secret = <N extends string, D extends string | undefined = undefined>(
  name: N,
  description: string,
  value?: D,
) => ({ ...text(name, description, value), secret: true }) as const;

const algorithms = ['HS256', 'HS384', 'HS512', 'RS256', 'ES256'] as const;

/** What OWASP recommends for argon2id with two passes. */
export const RECOMMENDED_HASH_MEMORY_KIB = 19_456;

/** Every setting of the identity manager. Names that Keyrock has keep Keyrock's meaning. */
export const optionTable = [
  {
    ...env('PORT'),
    kind: 'integer',
    default: 3000,
    min: 0,
    max: 65_535,
    description: 'Port to listen on; 0 takes a free one',
  },
  text('LISTEN_ADDRESS', 'Network address to listen on', '0.0.0.0'),
  text(
    'ADDRESS_FILE',
    'File that holds the address of the running service, where the subcommand health looks for it',
  ),
  {
    ...env('HOST'),
    kind: 'url',
    description: 'Public base URL, used in links and as issuer. Default: http://localhost:<port>',
  },
  {
    ...env('MODE'),
    kind: 'choice',
    choices: ['development', 'production'],
    default: 'development',
    description:
      'Production refuses the admin password 1234 and hashes of passwords that take less memory than the default',
  },
  flag('DEBUG', false, 'Log each request (verb, route, status, milliseconds) and faults of SQL statements'),
  {
    ...env('LOG_LEVEL'),
    kind: 'choice',
    choices: ['DEBUG', 'INFO', 'WARN', 'ERROR'],
    default: 'INFO',
    description: 'Least severe level that is logged',
  },
  {
    ...env('OTLP_URL'),
    kind: 'url',
    description:
      'Collector that takes traces by OTLP over HTTP, such as http://localhost:4318. Without it nothing is recorded',
  },
  {
    ...env('TRACE_SAMPLE'),
    kind: 'integer',
    default: 100,
    min: 0,
    max: 100,
    description: 'Percentage of the traces that begin at this service to be recorded',
  },
  flag('HEADLESS', false, 'No web pages, only the programming interfaces'),
  flag('API_DOCS', true, 'Serve /docs, a page of the programming interfaces that can send requests'),
  text(
    'TRUST_PROXY',
    'Whose X-Forwarded-For and X-Forwarded-Proto are believed: a number of proxies in front (true: 1), or their addresses and subnets',
    'false',
  ),
  {
    ...env('MAX_ADDRESS_CONNECTIONS'),
    kind: 'integer',
    default: 500,
    min: 0,
    max: 1_000_000,
    description:
      'Connections that one address may have open; 0 for any number. Not asked with IDM_TRUST_PROXY, where all come from the proxy, which has limits of its own',
  },
  {
    ...env('SERVER_MAX_HEADER_SIZE'),
    kind: 'integer',
    default: 32_768,
    min: 8192,
    max: 1_048_576,
    description: 'Largest request line and headers, in bytes',
  },
  {
    ...env('REQUEST_TIMEOUT'),
    kind: 'integer',
    default: 60,
    min: 0,
    max: 86_400,
    description:
      'Time within which a request has to arrive, body included, else it is answered 408 and its connection closed, in seconds; 0 is no limit',
  },
  text(
    'DATA_DIR',
    'Folder of the default database and of the generated encryption key',
    './data/identity-manager',
  ),
  {
    ...env('DB_DIALECT'),
    kind: 'choice',
    choices: ['sqlite', 'postgres', 'mysql', 'mariadb'],
    description: 'Database; sqlite unless DB_HOST is given, then mysql as in Keyrock',
  },
  text('DB_FILE', 'File of the sqlite database. Default: identity-manager.db in DATA_DIR'),
  secret('DB_HOST', 'Database server. DATABASE_HOST, the older name, counts too'),
  { ...env('DB_PORT'), kind: 'integer', min: 1, max: 65_535, description: 'Port of the database server' },
  secret('DB_USER', 'Database user', 'root'),
  secret('DB_PASS', 'Database password', 'idm'),
  text('DB_NAME', 'Database name', 'idm'),
  flag(
    'IMPORT_KEYROCK',
    false,
    'At the first start on a server whose database Keyrock has filled, take its data over, as import-keyrock does',
  ),
  {
    ...env('DB_POOL_SIZE'),
    kind: 'integer',
    default: 10,
    min: 1,
    max: 200,
    description: 'Connections to the database server',
  },
  {
    ...env('DB_TIMEOUT'),
    kind: 'integer',
    default: 5000,
    min: 100,
    max: 600_000,
    description:
      'Milliseconds after which a connection or statement of the database server counts as failed, and the client gets 503',
  },
  {
    ...env('DB_ATTEMPTS'),
    kind: 'integer',
    default: 20,
    min: 1,
    max: 1000,
    description: 'Tries to reach the database at start',
  },
  {
    ...env('DB_RETRY_DELAY'),
    kind: 'integer',
    default: 5,
    min: 0,
    max: 600,
    description: 'Seconds between those tries',
  },
  secret(
    'ENCRYPTION_KEY',
    'Key for secrets at rest, at least 16 characters. Default: generated once and kept in DATA_DIR',
  ),
  secret(
    'LEGACY_ENCRYPTION_KEY',
    "Keyrock's IDM_ENCRYPTION_KEY, for imported passwords that have no salt",
    'nodejs_idm',
  ),
  secret('ADMIN_ID', 'Id of the first administrator', 'admin'),
  secret('ADMIN_USER', 'Username of the first administrator', 'admin'),
  secret('ADMIN_EMAIL', 'E-mail address of the first administrator', 'admin@test.com'),
  secret('ADMIN_PASS', 'Password of the first administrator. Default: a random one, printed once'),
  {
    ...env('SESSION_DURATION'),
    kind: 'integer',
    default: 3_600_000,
    min: 60_000,
    max: 31_536_000_000,
    description: 'Life of an idle web session, in milliseconds',
  },
  {
    ...env('SESSION_MAX'),
    kind: 'integer',
    default: 43_200_000,
    min: 60_000,
    max: 31_536_000_000,
    description: 'Longest life of a web session, in milliseconds',
  },
  seconds('OAUTH_AUTH_LIFETIME', 300, 'Life of an authorization code'),
  seconds('OAUTH_ACC_LIFETIME', 3600, 'Life of an access token'),
  seconds('OAUTH_REFR_LIFETIME', 1_209_600, 'Life of a refresh token'),
  flag('OAUTH_EMPTY_STATE', true, 'Whether an authorization request may come without state'),
  flag('OAUTH_ASK_AUTH', true, 'Ask the user for consent'),
  flag('OAUTH_UNIQUE_URL', false, 'No two applications may have the same url'),
  {
    ...env('OAUTH_NOT_REQUIRE_CLIENT_AUTH_GRANT_TYPE'),
    kind: 'list',
    default: [],
    description: 'Grants that a client may use with its client_id alone',
  },
  {
    ...env('OAUTH_REFRESH_REUSE'),
    kind: 'choice',
    choices: ['revoke', 'refuse'],
    default: 'revoke',
    description: 'A refresh token used twice: revoke all tokens of that grant, or only refuse',
  },
  {
    ...env('OAUTH_IMPLICIT_RESPONSE'),
    kind: 'choice',
    choices: ['query', 'fragment'],
    default: 'query',
    description:
      "Implicit grant: Keyrock's `token` in the query, or RFC 6749's `access_token` in the fragment",
  },
  {
    ...env('OAUTH_TOKEN_SCOPE'),
    kind: 'choice',
    choices: ['rfc', 'array', 'none'],
    default: 'rfc',
    description:
      "`scope` of the token response: RFC 6749 string when it differs from the request, Keyrock's array, or never",
  },
  {
    ...env('OAUTH_JWT_TOKEN_TYPE'),
    kind: 'choice',
    choices: ['jwt', 'bearer'],
    default: 'jwt',
    description: '`token_type` given with a JWT; strict OAuth libraries want bearer',
  },
  flag(
    'OAUTH_JWT_AUDIENCE',
    true,
    'JWTs name their application in `aud`; some libraries refuse that unless told which audience to expect',
  ),
  flag('OAUTH_TFA_PASSWORD_GRANT', false, 'Let users with a second factor use the password grant'),
  {
    ...env('OIDC_JWT_ALGORITHM'),
    kind: 'choice',
    choices: algorithms,
    default: 'RS256',
    description: 'Signature of id tokens; HS algorithms use the JWT secret of the application',
  },
  {
    ...env('OIDC_KEY_DAYS'),
    kind: 'integer',
    default: 90,
    min: 1,
    max: 3650,
    description: 'Days after which a new signing key takes over',
  },
  {
    ...env('OIDC_ISSUER'),
    kind: 'choice',
    choices: ['server', 'application'],
    default: 'server',
    description:
      "Who issues at /oauth2: the server, or the issuer of the application's own path as with Keyrock, for clients configured by hand",
  },
  seconds('API_LIFETIME', 3600, 'Life of an API token (/v1/auth/tokens)'),
  seconds('API_MAX', 86_400, 'Longest time that an API token is renewed by itself, from the password on'),
  seconds(
    'PEP_API_LIFETIME',
    2_592_000,
    'Life of an API token of a PEP proxy, which fetches it once at its start',
  ),
  {
    ...env('PDP_LEVEL'),
    kind: 'choice',
    choices: ['basic', 'payload', 'advanced'],
    default: 'basic',
    description: 'What the decision point looks at',
  },
  flag('AUTHZFORCE_ENABLED', false, 'Ask an AuthzForce server for decisions (PDP level advanced)'),
  text('AUTHZFORCE_HOST', 'AuthzForce server', 'localhost'),
  {
    ...env('AUTHZFORCE_PORT'),
    kind: 'integer',
    default: 8080,
    min: 1,
    max: 65_535,
    description: 'Port of the AuthzForce server',
  },
  flag('AUTHZEN_ENABLED', false, 'Answer questions of the AuthZEN Authorization API below /access/v1'),
  {
    ...env('CACHE_MAX_AGE'),
    kind: 'integer',
    default: 1000,
    min: 0,
    max: 60_000,
    description:
      'Milliseconds that a process may answer from memory about tokens, roles and applications; also the longest delay until a revocation made by another process is seen. 0: always ask the database',
  },
  flag('ADMIN_FULL', false, 'Administrators may manage all applications and organizations'),
  flag('CREATE_APPLICATIONS_ADMIN_ONLY', false, 'Only administrators may register applications'),
  {
    ...env('PASSWORD_MIN_LENGTH'),
    kind: 'integer',
    min: 1,
    max: 64,
    description:
      'Shortest new password. Default: 8 where users choose one and on the pages, 1 where an administrator sets one through the API, as clients of Keyrock do',
  },
  {
    ...env('PASSWORD_HASH_MEMORY'),
    kind: 'integer',
    default: RECOMMENDED_HASH_MEMORY_KIB,
    min: 1024,
    max: 1_048_576,
    description:
      'Memory that hashing a password fills twice (argon2id), in KiB: more makes a stolen database harder to use, and logins slower. Passwords hashed with less are hashed anew at login. Production refuses less than the default',
  },
  flag('EXTERNAL_LDAP_ENABLED', false, 'Let users of a directory (LDAP, Active Directory) sign in'),
  text('EXTERNAL_LDAP_ID_PREFIX', 'What the ids of users of the directory begin with', 'external_ldap_'),
  {
    ...env('EXTERNAL_LDAP_URLS'),
    kind: 'list',
    default: [],
    description:
      'Servers of the directory, ldaps:// or ldap://; one is asked when those before it cannot be reached. Default: ldap:// with the host and port below',
  },
  text('EXTERNAL_LDAP_DB_HOST', 'Server of the directory', 'localhost'),
  {
    ...env('EXTERNAL_LDAP_DB_PORT'),
    kind: 'integer',
    default: 389,
    min: 1,
    max: 65_535,
    description: 'Port of that server',
  },
  flag('EXTERNAL_LDAP_START_TLS', false, 'Switch ldap:// connections to TLS before anything else is said'),
  text(
    'EXTERNAL_LDAP_CA_FILE',
    'Certificates in PEM that sign those of the directory. Default: the authorities that Node.js trusts',
  ),
  text('EXTERNAL_LDAP_DB_READER_DN', 'Who searches the directory. Default: an anonymous search'),
  secret('EXTERNAL_LDAP_DB_READER_PASSWORD', 'Password of who searches the directory'),
  text('EXTERNAL_LDAP_DB_SUFFIX', 'Where the search begins, such as ou=people,dc=example,dc=org'),
  text(
    'EXTERNAL_LDAP_DB_ID_ATTRIBUTE',
    'Attribute that never changes of a user, such as entryUUID or objectGUID',
    'uid',
  ),
  text('EXTERNAL_LDAP_DB_USERNAME_ATTRIBUTE', 'Attribute with the username', 'uid'),
  text('EXTERNAL_LDAP_DB_EMAIL_ATTRIBUTE', 'Attribute with the e-mail address', 'mail'),
  text(
    'EXTERNAL_LDAP_FILTER',
    'Filter that finds a user (RFC 4515); {login} is what was typed, escaped. Default: the attribute of the id equals it',
  ),
  flag('ENABLE_2FA', false, 'Users may switch on a second factor'),
  flag('RATE_LIMIT_ENABLED', true, 'Limit failed logins, token requests and recovery mails'),
  {
    ...env('RATE_LIMIT_ACCOUNT'),
    kind: 'integer',
    default: 20,
    min: 1,
    max: 1_000_000,
    description: 'Failures of one account at one address before delays grow',
  },
  {
    ...env('RATE_LIMIT_ADDRESS'),
    kind: 'integer',
    default: 300,
    min: 1,
    max: 1_000_000,
    description: 'Failures allowed from one address within the window',
  },
  seconds('RATE_LIMIT_WINDOW', 300, 'Window of the rate limits, and longest delay'),
  {
    ...env('EMAIL_LIST'),
    kind: 'choice',
    choices: ['whitelist', 'blacklist', 'null'],
    description: 'How the file of e-mail domains is read; null: not at all',
  },
  text('EMAIL_LIST_FILE', 'File with one e-mail domain a line', './etc/email_list/list.txt'),
  text('EMAIL_HOST', 'Mail server', 'localhost'),
  {
    ...env('EMAIL_PORT'),
    kind: 'integer',
    default: 25,
    min: 1,
    max: 65_535,
    description: 'Port of the mail server',
  },
  text('EMAIL_ADDRESS', 'Sender of mails', 'noreply@localhost'),
  flag('EMAIL_SECURE', false, 'TLS from the first byte to the mail server'),
  flag('EMAIL_AUTH_ENABLE', false, 'Log in to the mail server'),
  text('EMAIL_AUTH_TYPE', 'How to log in to the mail server', 'login'),
  text('EMAIL_AUTH_USER', 'User at the mail server'),
  secret('EMAIL_AUTH_PASS', 'Password at the mail server'),
  text('TITLE', 'Title of the web pages', 'Identity Manager'),
  text('LANG_DEFAULT', 'Language of the web pages', 'en'),
  text('REGISTRATION_REDIRECT', 'Where a user goes after activation'),
  text('TERMS_URL', 'Address of the terms of use; users accept them when they sign up'),
  flag('CORS_ENABLED', true, 'Cross-origin requests to token, revoke, introspect, /user, /v1 and metadata'),
  { ...env('CORS_ORIGIN'), kind: 'list', default: ['*'], description: 'Origins allowed' },
  {
    ...env('OUTBOUND_ALLOW'),
    kind: 'list',
    default: [],
    description:
      'Loopback, link-local and private hosts that may be sent requests (logout tokens, key sets): host names, addresses, subnets, or loopback, linkLocal, private. Other such addresses are never asked',
  },
  {
    ...env('CSP_FORM_ACTION'),
    kind: 'list',
    default: [],
    description: 'Further form-action sources of the Content-Security-Policy',
  },
  flag(
    'HTTPS_ENABLED',
    false,
    'Serve https on a port of its own; plain http then answers with redirects to it, and probes',
  ),
  {
    ...env('HTTPS_PORT'),
    kind: 'integer',
    default: 443,
    min: 0,
    max: 65_535,
    description: 'Port for https; 0 takes a free one',
  },
  text('HTTPS_CERT_FILE', 'Certificate, with its chain, in PEM', './certs/idm-2018-cert.pem'),
  text('HTTPS_KEY_FILE', 'Private key of the certificate, in PEM', './certs/idm-2018-key.pem'),
  {
    ...env('HTTPS_MAX_AGE'),
    kind: 'integer',
    default: 15_552_000,
    min: 0,
    max: 1_000_000_000,
    description: 'Strict-Transport-Security max-age, sent when the public URL is https',
  },
  flag('METRICS_ENABLED', true, 'Serve /metrics'),
  {
    ...env('METRICS_FROM'),
    kind: 'choice',
    choices: ['any', 'loopback'],
    default: 'any',
    description: 'Who is served /metrics: everybody, or connections from this machine only',
  },
  secret(
    'METRICS_TOKEN',
    'Token without which /metrics is not served (Authorization: Bearer or X-Auth-Token)',
  ),
  {
    ...env('STOP_DELAY'),
    kind: 'integer',
    default: 0,
    min: 0,
    max: 600_000,
    description:
      'Milliseconds that a stopping process goes on accepting requests while /health/ready answers 503, so that load balancers leave it first',
  },
  {
    ...env('CLEANUP_INTERVAL'),
    kind: 'integer',
    default: 600,
    min: 0,
    max: 86_400,
    description: 'Seconds between deletions of expired rows; 0: never',
  },
  {
    ...env('AUDIT_DAYS'),
    kind: 'integer',
    default: 365,
    min: 1,
    max: 36_500,
    description: 'Days the audit log is kept',
  },
] as const satisfies readonly OptionRecord[];
