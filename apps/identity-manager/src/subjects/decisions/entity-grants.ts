import type { EntityScope } from '@smart-city/authz';
import type { CompiledPermission } from './permission';
import { coversService, type ServiceScope } from './service-scope';

/** What a permission on entities allows, for a context broker that enforces it. */
export type EntityGrant = EntityScope & {
  /** Name of the permission, for refusals that say why. */
  readonly permission: string;
};

/**
 * What the permissions on entities allow somewhere, together: each adds to the others, none takes away. They permit nothing by
 * themselves (`decide`), so that an enforcement point that does not ask for them lets nobody in.
 */
export const entityGrants = (
  permissions: readonly CompiledPermission[],
  asked: ServiceScope,
): readonly EntityGrant[] =>
  permissions.flatMap(({ rule }) => {
    const { entities, name, useAuthorizationServiceHeader, authorizationServiceHeader } = rule;
    if (entities === null) return [];
    if (useAuthorizationServiceHeader && !coversService(authorizationServiceHeader, asked)) return [];
    return [{ permission: name, ...entities }];
  });
