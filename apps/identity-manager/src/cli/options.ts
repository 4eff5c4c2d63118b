import { join } from 'node:path';
import { readOptions } from '@smart-city/options';
import { directorySettings } from './directory-settings';
import { optionTable } from './option-table';
import { refuseDefaultsInProduction, refuseWeakHashesInProduction } from './production-settings';
import { checkedOutboundAllow } from './outbound-allow';
import { parseTrustedProxies } from './trusted-proxies';

/** Injection token of {@link Options}. */
export const OPTIONS = 'identity-manager.options';

export type DatabaseDialect = 'sqlite' | 'postgres' | 'mysql';

/** All settings, typed and checked. Built once at start; nothing else reads the environment. */
export type Options = ReturnType<typeof loadOptions>;

/**
 * Reads and checks the whole configuration.
 *
 * @throws OptionError with one line for every wrong setting
 */
export function loadOptions(env: NodeJS.ProcessEnv) {
  const { options: raw } = readOptions(optionTable, {
    // Keyrock's first images called the database host so, and its oldest compose files still do.
    env: { ...env, IDM_DB_HOST: env['IDM_DB_HOST'] || env['DATABASE_HOST'] },
    secretsFolder: env['SECRETS_DIR'],
  });
  const dialect = raw.DB_DIALECT ?? (raw.DB_HOST ? 'mysql' : 'sqlite');
  const options = Object.freeze({
    port: raw.PORT,
    listenAddress: raw.LISTEN_ADDRESS,
    addressFile: raw.ADDRESS_FILE,
    /** Undefined until the port is known; see `PublicUrl`. */
    publicUrl: raw.HOST,
    production: raw.MODE === 'production',
    debug: raw.DEBUG,
    logLevel: raw.LOG_LEVEL,
    headless: raw.HEADLESS,
    apiDocs: raw.API_DOCS,
    trustProxy: parseTrustedProxies(raw.TRUST_PROXY),
    maxAddressConnections: raw.MAX_ADDRESS_CONNECTIONS,
    maxHeaderBytes: raw.SERVER_MAX_HEADER_SIZE,
    requestTimeoutMs: raw.REQUEST_TIMEOUT * 1000,
    dataDir: raw.DATA_DIR,
    database: {
      dialect: dialect === 'mariadb' ? 'mysql' : dialect,
      file: raw.DB_FILE ?? join(raw.DATA_DIR, 'identity-manager.db'),
      host: raw.DB_HOST ?? 'localhost',
      port: raw.DB_PORT,
      user: raw.DB_USER,
      password: raw.DB_PASS,
      name: raw.DB_NAME,
      poolSize: raw.DB_POOL_SIZE,
      timeoutMs: raw.DB_TIMEOUT,
      attempts: raw.DB_ATTEMPTS,
      retryDelaySeconds: raw.DB_RETRY_DELAY,
      importsKeyrock: raw.IMPORT_KEYROCK,
    },
    encryptionKey: raw.ENCRYPTION_KEY,
    legacyEncryptionKey: raw.LEGACY_ENCRYPTION_KEY,
    admin: {
      id: raw.ADMIN_ID,
      username: raw.ADMIN_USER,
      email: raw.ADMIN_EMAIL,
      password: raw.ADMIN_PASS,
      managesEverything: raw.ADMIN_FULL,
    },
    session: { idleMs: raw.SESSION_DURATION, absoluteMs: raw.SESSION_MAX },
    oauth: {
      codeSeconds: raw.OAUTH_AUTH_LIFETIME,
      accessTokenSeconds: raw.OAUTH_ACC_LIFETIME,
      refreshTokenSeconds: raw.OAUTH_REFR_LIFETIME,
      stateMayBeEmpty: raw.OAUTH_EMPTY_STATE,
      askConsent: raw.OAUTH_ASK_AUTH,
      uniqueUrl: raw.OAUTH_UNIQUE_URL,
      grantsWithoutClientSecret: raw.OAUTH_NOT_REQUIRE_CLIENT_AUTH_GRANT_TYPE,
      refreshReuse: raw.OAUTH_REFRESH_REUSE,
      implicitResponse: raw.OAUTH_IMPLICIT_RESPONSE,
      tokenScope: raw.OAUTH_TOKEN_SCOPE,
      jwtTokenType: raw.OAUTH_JWT_TOKEN_TYPE,
      jwtNamesAudience: raw.OAUTH_JWT_AUDIENCE,
      secondFactorMayUsePasswordGrant: raw.OAUTH_TFA_PASSWORD_GRANT,
    },
    oidc: { algorithm: raw.OIDC_JWT_ALGORITHM, keyDays: raw.OIDC_KEY_DAYS, issuer: raw.OIDC_ISSUER },
    api: {
      tokenSeconds: raw.API_LIFETIME,
      longestSeconds: raw.API_MAX,
      pepTokenSeconds: raw.PEP_API_LIFETIME,
    },
    pdp: {
      level: raw.PDP_LEVEL,
      authzforce: raw.AUTHZFORCE_ENABLED
        ? { host: raw.AUTHZFORCE_HOST, port: raw.AUTHZFORCE_PORT }
        : undefined,
    },
    authzen: raw.AUTHZEN_ENABLED,
    cacheMaxAgeMs: raw.CACHE_MAX_AGE,
    onlyAdminsCreateApplications: raw.CREATE_APPLICATIONS_ADMIN_ONLY,
    passwordMinLength: {
      chosen: raw.PASSWORD_MIN_LENGTH ?? 8,
      setThroughApi: raw.PASSWORD_MIN_LENGTH ?? 1,
    },
    passwordHashMemoryKib: raw.PASSWORD_HASH_MEMORY,
    /** Undefined: users of a directory are not let in. */
    directory: directorySettings(raw, raw.MODE === 'production'),
    secondFactorEnabled: raw.ENABLE_2FA,
    rateLimit: {
      enabled: raw.RATE_LIMIT_ENABLED,
      perAccount: raw.RATE_LIMIT_ACCOUNT,
      perAddress: raw.RATE_LIMIT_ADDRESS,
      windowSeconds: raw.RATE_LIMIT_WINDOW,
    },
    emailList:
      raw.EMAIL_LIST && raw.EMAIL_LIST !== 'null'
        ? { kind: raw.EMAIL_LIST, file: raw.EMAIL_LIST_FILE }
        : undefined,
    mail: {
      host: raw.EMAIL_HOST,
      port: raw.EMAIL_PORT,
      from: raw.EMAIL_ADDRESS,
      secure: raw.EMAIL_SECURE,
      login: raw.EMAIL_AUTH_ENABLE
        ? {
            type: raw.EMAIL_AUTH_TYPE,
            user: raw.EMAIL_AUTH_USER ?? '',
            password: raw.EMAIL_AUTH_PASS ?? '',
          }
        : undefined,
    },
    title: raw.TITLE,
    defaultLanguage: raw.LANG_DEFAULT,
    registrationRedirect: raw.REGISTRATION_REDIRECT,
    termsUrl: raw.TERMS_URL,
    cors: { enabled: raw.CORS_ENABLED, origins: raw.CORS_ORIGIN },
    outboundAllow: checkedOutboundAllow(raw.OUTBOUND_ALLOW),
    cspFormAction: raw.CSP_FORM_ACTION,
    https: raw.HTTPS_ENABLED
      ? { port: raw.HTTPS_PORT, certFile: raw.HTTPS_CERT_FILE, keyFile: raw.HTTPS_KEY_FILE }
      : undefined,
    httpsMaxAgeSeconds: raw.HTTPS_MAX_AGE,
    metricsEnabled: raw.METRICS_ENABLED,
    metrics: { from: raw.METRICS_FROM, token: raw.METRICS_TOKEN },
    tracing: { collectorUrl: raw.OTLP_URL, samplePercent: raw.TRACE_SAMPLE },
    stopDelayMs: raw.STOP_DELAY,
    cleanupIntervalSeconds: raw.CLEANUP_INTERVAL,
    auditDays: raw.AUDIT_DAYS,
  });
  refuseDefaultsInProduction(options.production, options.admin.password, options.encryptionKey);
  refuseWeakHashesInProduction(options.production, options.passwordHashMemoryKib);
  return options;
}
