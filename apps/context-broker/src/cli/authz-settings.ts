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
    clockSkewSeconds: options.authzClockSkewSeconds,
    cacheSeconds: options.authzCacheSeconds,
    cacheSize: options.authzCacheSize,
    timeoutMs: options.authzTimeoutMs,
    enforcesEntities: true,
  };
}
