import type { AuthzSettings } from '@smart-city/authz';
import type { OptionsOf } from '@smart-city/options';
import type { optionTable } from './option-table';

type AuthzOptions = Pick<
  OptionsOf<typeof optionTable>,
  | 'authz'
  | 'authzUrl'
  | 'authzApplicationId'
  | 'authzUser'
  | 'authzPassword'
  | 'authzLevel'
  | 'authzJwtSecrets'
  | 'authzJwksUrl'
  | 'authzAudience'
  | 'authzIssuers'
  | 'authzClockSkewSeconds'
  | 'authzCacheSeconds'
  | 'authzCacheSize'
  | 'authzTimeoutMs'
>;

/** What is missing for enforcement to work; nothing when it is off. */
export function authzFaults(options: AuthzOptions): readonly string[] {
  if (!options.authz) return [];
  return [
    ...(options.authzUrl === undefined ? ['-authz needs -authzUrl'] : []),
    ...(options.authzApplicationId === undefined ? ['-authz needs -authzAppId'] : []),
    ...((options.authzUser === undefined) === (options.authzPassword === undefined)
      ? []
      : ['-authzUser and -authzPassword belong together']),
    ...issuerFaults(options),
  ];
}

function issuerFaults({ authzIssuers, authzAudience, authzLevel }: AuthzOptions): readonly string[] {
  const hasPath = authzAudience !== undefined && !/^\/?$/.test(new URL(authzAudience).pathname);
  const isIssuer = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return [
    ...(hasPath ? ['-authzAudience has no path'] : []),
    ...authzIssuers.filter((text) => !isIssuer(text)).map((text) => `-authzIssuers: '${text}' is no address`),
    ...(authzIssuers.length > 0 && authzAudience === undefined ? ['-authzIssuers needs -authzAudience'] : []),
    ...(authzIssuers.length > 0 && authzLevel !== 'authentication'
      ? ['-authzIssuers needs -authzLevel authentication']
      : []),
  ];
}

/** The settings of the guard; `options` have no {@link authzFaults}. */
export function readAuthzSettings(options: AuthzOptions): AuthzSettings {
  const { authzUser: id, authzPassword: password } = options;
  return {
    identityManagerUrl: options.authzUrl!,
    applicationId: options.authzApplicationId!,
    ...(id !== undefined && password !== undefined && { credentials: { id, password } }),
    level: options.authzLevel,
    jwt: {
      secrets: options.authzJwtSecrets?.split(',').filter((secret) => secret !== '') ?? [],
      jwksUrl: options.authzJwksUrl,
    },
    audience: options.authzAudience,
    issuers: options.authzIssuers,
    clockSkewSeconds: options.authzClockSkewSeconds,
    cacheSeconds: options.authzCacheSeconds,
    cacheSize: options.authzCacheSize,
    timeoutMs: options.authzTimeoutMs,
    enforcesEntities: true,
  };
}
