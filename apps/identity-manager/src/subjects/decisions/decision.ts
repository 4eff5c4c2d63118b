import { MatchEffort } from '@smart-city/patterns';
import type { CompiledPermission, TextMatcher } from './permission';
import { coversService, type ServiceScope } from './service-scope';

export type Decision = 'Permit' | 'Deny';

/** What is asked about. */
export interface DecisionRequest extends ServiceScope {
  /** HTTP verb; letter case does not count. */
  readonly action: string;
  /** Path, compared exactly by permissions that are no pattern. */
  readonly resource: string;
  /** Undefined where only the path is known. */
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
  /** Denied because matching the patterns would have taken too long. */
  readonly gaveUp?: true;
}

/** Far above what real rules need; a worst case of all of them holds the event loop for about a fifth of a second. */
export const DECISION_EFFORT = { oneMatch: 300_000, free: 2_000_000, timeMs: 100 };

/** Asks matchers within one decision's effort; what may not be asked any more matches nothing. */
type Ask = (matcher: TextMatcher, text: string) => boolean;

/**
 * Whether what is touched is known well enough for a permission that is restricted to some of it. Where only paths are known
 * (`GET /user`) it never is; a restriction to entity ids wants ids or the pattern, since without them all entities are meant. As
 * in Keyrock, types and attributes may be left out beside others.
 */
function isKnown(
  { regexEntityIds, regexTypes, regexAttributes }: CompiledPermission['rule'],
  payload: DecisionPayload | undefined,
): boolean {
  if (!regexEntityIds && !regexTypes && !regexAttributes) return true;
  if (payload === undefined) return false;
  const names = payload.ids.length + payload.idPatterns.length;
  return regexEntityIds ? names > 0 : names + payload.types.length + payload.attributes.length > 0;
}

function matchesPayload(permission: CompiledPermission, payload: DecisionPayload, ask: Ask): boolean {
  const covers = (matcher: TextMatcher) => (text: string) => ask(matcher, text);
  return (
    payload.ids.every(covers(permission.matchesEntityId)) &&
    // A pattern asked for is only covered by the very same pattern, or by no restriction at all.
    payload.idPatterns.every(
      (pattern) => !permission.rule.regexEntityIds || pattern === permission.rule.regexEntityIds,
    ) &&
    payload.types.every(covers(permission.matchesType)) &&
    payload.attributes.every(covers(permission.matchesAttribute))
  );
}

function matches(
  permission: CompiledPermission,
  action: string,
  request: DecisionRequest,
  ask: Ask,
): boolean {
  const { rule } = permission;
  if (permission.action !== action || !isKnown(rule, request.payload)) return false;
  if (rule.useAuthorizationServiceHeader && !coversService(rule.authorizationServiceHeader, request))
    return false;
  if (!ask(permission.matchesResource, request.resource)) return false;
  return request.payload === undefined || matchesPayload(permission, request.payload, ask);
}

/**
 * Permit when any permission of the asker's roles covers the request, Deny otherwise; Deny too when finding out would
 * take longer than one decision may, whatever patterns are stored.
 *
 * @param permissions  those of all the asker's roles in the asked application, internal ones left out
 */
export function decide(permissions: readonly CompiledPermission[], request: DecisionRequest): DecisionResult {
  const action = request.action.toUpperCase();
  const effort = new MatchEffort(DECISION_EFFORT);
  const ask: Ask = (matcher, text) => effort.mayMatch(matcher.size, text.length) && matcher.test(text);
  const permission = permissions.find((candidate) => matches(candidate, action, request, ask));
  if (permission) return { decision: 'Permit', permission };
  return { decision: 'Deny', permission: undefined, ...(effort.exhausted && { gaveUp: true }) };
}
