import type { PermissionRow } from '../../../database/entities/role.row';

/** A permission in lists; `is_regex` is our addition. */
export const renderListedPermission = (permission: PermissionRow) => ({
  id: permission.id,
  name: permission.name,
  description: permission.description,
  action: permission.action,
  resource: permission.resource,
  is_regex: permission.isRegex,
  authorization_service_header: permission.authorizationServiceHeader,
  use_authorization_service_header: permission.useAuthorizationServiceHeader,
  regex_entity_ids: permission.regexEntityIds,
  regex_attributes: permission.regexAttributes,
  regex_types: permission.regexTypes,
  xml: permission.xml,
});

/** A permission as one of a role's. */
export function renderAssignedPermission(permission: PermissionRow) {
  const { id, ...rest } = renderListedPermission(permission);
  return { id, is_internal: permission.isInternal, ...rest };
}

/** A permission by itself. */
export const renderPermission = (permission: PermissionRow) => ({
  ...renderAssignedPermission(permission),
  oauth_client_id: permission.applicationId,
});

/** A permission just created: members without value are left out, as in Keyrock. */
export const renderCreatedPermission = (permission: PermissionRow) =>
  Object.fromEntries(Object.entries(renderPermission(permission)).filter(([, value]) => value !== null));
