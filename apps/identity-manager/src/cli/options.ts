import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { optionTable, type OptionRecord } from './option-table';

type Entry = (typeof optionTable)[number];
type ValueOf<E> = E extends { kind: 'integer' }
  ? number
  : E extends { kind: 'boolean' }
    ? boolean
    : E extends { kind: 'list' }
      ? readonly string[]
      : E extends { choices: readonly (infer C)[] }
        ? C
        : string;

/** Raw values by environment name without `IDM_`; only `loadOptions` sees them. */
type Raw = ReadonlyMap<string, unknown>;

/** Injection token of {@link Options}. */
export const OPTIONS = 'identity-manager.options';

/** Says every wrong setting by name, one a line. */
export class BadOptions extends Error {}

/** The text of a setting: the variable itself, or the file that `<name>_FILE` names (spec section 10). */
function readText(record: OptionRecord, env: NodeJS.ProcessEnv): string | undefined {
  const file = env[`IDM_${record.name}_FILE`];
  if (record.secret && file) {
    const path = isAbsolute(file) ? file : join(env['SECRETS_DIR'] ?? '/run/secrets', file);
    return readFileSync(path, 'utf8').trim();
  }
  const value = env[`IDM_${record.name}`];
  return value === undefined || value === '' ? undefined : value;
}

function parseInteger(record: OptionRecord, value: string): number {
  const number = Number(value);
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = record;
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new BadOptions(`IDM_${record.name} must be a whole number from ${min} to ${max}, not "${value}"`);
  return number;
}

function parseBoolean(record: OptionRecord, value: string): boolean {
  if (/^(true|1|yes|on)$/i.test(value)) return true;
  if (/^(false|0|no|off)$/i.test(value)) return false;
  throw new BadOptions(`IDM_${record.name} must be true or false, not "${value}"`);
}

function parseUrl(record: OptionRecord, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new BadOptions(`IDM_${record.name} must be an http or https URL, not "${value}"`);
  return value.replace(/\/+$/, '');
}

function parseOption(record: OptionRecord, value: string): unknown {
  switch (record.kind) {
    case 'integer':
      return parseInteger(record, value);
    case 'boolean':
      return parseBoolean(record, value);
    case 'list':
      return value
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== '');
    case 'choice':
      if (!record.choices?.includes(value))
        throw new BadOptions(
          `IDM_${record.name} must be one of ${record.choices?.join(', ')}, not "${value}"`,
        );
      return value;
    case 'url':
      return parseUrl(record, value);
    case 'text':
      return value;
  }
}

function readAll(env: NodeJS.ProcessEnv): Raw {
  const problems: string[] = [];
  const values = new Map<string, unknown>();
  for (const record of optionTable as readonly OptionRecord[]) {
    try {
      const given = readText(record, env);
      const preset = record.kind === 'list' ? (record.default ?? '').toString() : record.default;
      values.set(
        record.name,
        given === undefined && record.kind !== 'list' ? preset : parseOption(record, given ?? String(preset)),
      );
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (problems.length > 0) throw new BadOptions(problems.join('\n'));
  return values;
}

export type DatabaseDialect = 'sqlite' | 'postgres' | 'mysql';

/** All settings, typed and checked. Built once at start; nothing else reads the environment. */
export type Options = ReturnType<typeof loadOptions>;

/**
 * Reads and checks the whole configuration.
 *
 * @throws BadOptions with one line for every wrong setting
 * @see spec section 10
 */
export function loadOptions(env: NodeJS.ProcessEnv) {
  const raw = readAll(env);
  const get = <N extends Entry['name']>(name: N) =>
    raw.get(name) as
      | ValueOf<Extract<Entry, { name: N }>>
      | (Extract<Entry, { name: N }> extends { default: string | number | boolean } | { kind: 'list' }
          ? never
          : undefined);
  const text = (name: Entry['name']) => raw.get(name) as string;
  const optionalText = (name: Entry['name']) => raw.get(name) as string | undefined;

  const dialect = get('DB_DIALECT') ?? (optionalText('DB_HOST') ? 'mysql' : 'sqlite');
  const options = Object.freeze({
    port: get('PORT'),
    listenAddress: text('LISTEN_ADDRESS'),
    /** Undefined until the port is known; see `PublicUrl`. */
    publicUrl: optionalText('HOST'),
    production: get('MODE') === 'production',
    debug: get('DEBUG'),
    logLevel: get('LOG_LEVEL'),
    headless: get('HEADLESS'),
    trustProxy: get('TRUST_PROXY'),
    maxHeaderBytes: get('SERVER_MAX_HEADER_SIZE'),
    dataDir: text('DATA_DIR'),
    database: {
      dialect: (dialect === 'mariadb' ? 'mysql' : dialect) as DatabaseDialect,
      file: optionalText('DB_FILE') ?? join(text('DATA_DIR'), 'identity-manager.db'),
      host: optionalText('DB_HOST') ?? 'localhost',
      port: get('DB_PORT'),
      user: text('DB_USER'),
      password: text('DB_PASS'),
      name: text('DB_NAME'),
      poolSize: get('DB_POOL_SIZE'),
      timeoutMs: get('DB_TIMEOUT'),
      attempts: get('DB_ATTEMPTS'),
      retryDelaySeconds: get('DB_RETRY_DELAY'),
    },
    encryptionKey: optionalText('ENCRYPTION_KEY'),
    legacyEncryptionKey: text('LEGACY_ENCRYPTION_KEY'),
    admin: {
      id: text('ADMIN_ID'),
      username: text('ADMIN_USER'),
      email: text('ADMIN_EMAIL'),
      password: optionalText('ADMIN_PASS'),
      managesEverything: get('ADMIN_FULL'),
    },
    session: { idleMs: get('SESSION_DURATION'), absoluteMs: get('SESSION_MAX') },
    oauth: {
      codeSeconds: get('OAUTH_AUTH_LIFETIME'),
      accessTokenSeconds: get('OAUTH_ACC_LIFETIME'),
      refreshTokenSeconds: get('OAUTH_REFR_LIFETIME'),
      stateMayBeEmpty: get('OAUTH_EMPTY_STATE'),
      askConsent: get('OAUTH_ASK_AUTH'),
      uniqueUrl: get('OAUTH_UNIQUE_URL'),
      grantsWithoutClientSecret: get('OAUTH_NOT_REQUIRE_CLIENT_AUTH_GRANT_TYPE'),
      refreshReuse: get('OAUTH_REFRESH_REUSE'),
      implicitResponse: get('OAUTH_IMPLICIT_RESPONSE'),
      tokenScope: get('OAUTH_TOKEN_SCOPE'),
      jwtTokenType: get('OAUTH_JWT_TOKEN_TYPE'),
      secondFactorMayUsePasswordGrant: get('OAUTH_TFA_PASSWORD_GRANT'),
    },
    oidc: { algorithm: get('OIDC_JWT_ALGORITHM'), keyDays: get('OIDC_KEY_DAYS') },
    api: { tokenSeconds: get('API_LIFETIME'), pepTokenSeconds: get('PEP_API_LIFETIME') },
    pdp: {
      level: get('PDP_LEVEL'),
      authzforce: get('AUTHZFORCE_ENABLED')
        ? { host: text('AUTHZFORCE_HOST'), port: get('AUTHZFORCE_PORT') }
        : undefined,
    },
    cacheMaxAgeMs: get('CACHE_MAX_AGE'),
    onlyAdminsCreateApplications: get('CREATE_APPLICATIONS_ADMIN_ONLY'),
    passwordMinLength: get('PASSWORD_MIN_LENGTH'),
    secondFactorEnabled: get('ENABLE_2FA'),
    rateLimit: {
      enabled: get('RATE_LIMIT_ENABLED'),
      perAccount: get('RATE_LIMIT_ACCOUNT'),
      perAddress: get('RATE_LIMIT_ADDRESS'),
      windowSeconds: get('RATE_LIMIT_WINDOW'),
    },
    emailList: get('EMAIL_LIST') ? { kind: get('EMAIL_LIST'), file: text('EMAIL_LIST_FILE') } : undefined,
    mail: {
      host: text('EMAIL_HOST'),
      port: get('EMAIL_PORT'),
      from: text('EMAIL_ADDRESS'),
      secure: get('EMAIL_SECURE'),
      login: get('EMAIL_AUTH_ENABLE')
        ? {
            type: text('EMAIL_AUTH_TYPE'),
            user: optionalText('EMAIL_AUTH_USER') ?? '',
            password: optionalText('EMAIL_AUTH_PASS') ?? '',
          }
        : undefined,
    },
    title: text('TITLE'),
    defaultLanguage: text('LANG_DEFAULT'),
    registrationRedirect: optionalText('REGISTRATION_REDIRECT'),
    cors: { enabled: get('CORS_ENABLED'), origins: get('CORS_ORIGIN') },
    cspFormAction: get('CSP_FORM_ACTION'),
    httpsMaxAgeSeconds: get('HTTPS_MAX_AGE'),
    metricsEnabled: get('METRICS_ENABLED'),
    stopDelayMs: get('STOP_DELAY'),
    cleanupIntervalSeconds: get('CLEANUP_INTERVAL'),
    auditDays: get('AUDIT_DAYS'),
  });
  refuseDefaultsInProduction(options.production, options.admin.password, options.encryptionKey);
  return options;
}

function refuseDefaultsInProduction(
  production: boolean,
  adminPassword?: string,
  encryptionKey?: string,
): void {
  if (encryptionKey !== undefined && encryptionKey.length < 16)
    throw new BadOptions('IDM_ENCRYPTION_KEY must have at least 16 characters');
  if (!production) return;
  if (adminPassword === '1234') throw new BadOptions('IDM_ADMIN_PASS must not be 1234 in production mode');
}
