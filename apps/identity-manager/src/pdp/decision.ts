import type { CompiledPermission } from './permission';
import { coversService, type ServiceScope } from './service-scope';

export type Decision = 'Permit' | 'Deny';

/** What is asked about. */
export interface DecisionRequest extends ServiceScope {
  /** HTTP verb; letter case does not count. */
  readonly action: string;
  /** Path, compared exactly by permissions that are no pattern. */
  readonly resource: string;
  /** Looked at on level payload only. */
  readonly payload?: DecisionPayload | undefined;
}

/** What an NGSI request is about (PDP level payload). */
export interface DecisionPayload {
  readonly ids: readonly string[];
  readonly idPatterns: readonly string[];
  readonly types: readonly string[];
  readonly attributes: readonly string[];
}

export interface DecisionResult {
  readonly decision: Decision;
  /** The first permission that permitted; undefined with Deny. */
  readonly permission: CompiledPermission | undefined;
}

function matchesPayload(permission: CompiledPermission, payload: DecisionPayload): boolean {
  return (
    payload.ids.every(permission.matchesEntityId) &&
    // A pattern asked for is only covered by the very same pattern, or by no restriction at all.
    payload.idPatterns.every(
      (pattern) => !permission.rule.regexEntityIds || pattern === permission.rule.regexEntityIds,
    ) &&
    payload.types.every(permission.matchesType) &&
    payload.attributes.every(permission.matchesAttribute)
  );
}

function matches(permission: CompiledPermission, action: string, request: DecisionRequest): boolean {
  const { rule } = permission;
  if (permission.action !== action) return false;
  if (rule.useAuthorizationServiceHeader && !coversService(rule.authorizationServiceHeader, request))
    return false;
  if (!permission.matchesResource(request.resource)) return false;
  return request.payload === undefined || matchesPayload(permission, request.payload);
}

/**
 * Permit when any permission of the asker's roles covers the request, Deny otherwise.
 *
 * @param permissions  those of all the asker's roles in the asked application, internal ones left out
 * @see spec section 4.5
 */
export function decide(permissions: readonly CompiledPermission[], request: DecisionRequest): DecisionResult {
  const action = request.action.toUpperCase();
  const permission = permissions.find((candidate) => matches(candidate, action, request));
  return { decision: permission ? 'Permit' : 'Deny', permission };
}
