import type { Access } from '../../../subjects/decisions/access.service';
import type { DecisionResult } from '../../../subjects/decisions/decision';

/** Why a decision came out as it did (`explain=true`): the permission that decided and the roles looked at. */
export function renderExplanation(access: Access, result: DecisionResult | undefined) {
  const rule = result?.permission?.rule;
  return {
    decision: result?.decision ?? '',
    permission: rule
      ? {
          id: rule.id,
          name: rule.name,
          action: rule.action,
          resource: rule.resource,
          is_regex: rule.isRegex,
          use_authorization_service_header: rule.useAuthorizationServiceHeader,
          authorization_service_header: rule.authorizationServiceHeader,
        }
      : null,
    roles: access.roles,
    organizations: access.organizations.map(({ id, name, roles }) => ({ id, name, roles })),
    permissions_considered: access.permissions.length,
  };
}
