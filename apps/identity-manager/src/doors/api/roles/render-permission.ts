import type { PermissionRow } from '../../../database/entities/role.row';
import { AnyObject, Text, TextOrNull, Truth } from '../../../openapi/described';

/** A permission in a list. */
export class ListedPermission {
  @Text() id!: string;
  @Text() name!: string;
  @TextOrNull() description!: string | null;
  @TextOrNull({ description: 'HTTP verb.' }) action!: string | null;
  @TextOrNull({ description: 'Path, or a regular expression when is_regex is true.' }) resource!:
    string | null;
  @Truth({ description: 'Not in Keyrock.' }) is_regex!: boolean;
  @TextOrNull() authorization_service_header!: string | null;
  @Truth() use_authorization_service_header!: boolean;
  @TextOrNull() regex_entity_ids!: string | null;
  @TextOrNull() regex_attributes!: string | null;
  @TextOrNull() regex_types!: string | null;
  @TextOrNull({ description: 'XACML rule, on level advanced.' }) xml!: string | null;
  @AnyObject({ required: false, description: 'Not in Keyrock: of a permission on entities alone.' })
  entities?: object;
}

/** A permission as one of a role's. */
export class AssignedPermission extends ListedPermission {
  @Truth() is_internal!: boolean;
}

/** A permission by itself. */
export class ShownPermission extends AssignedPermission {
  @TextOrNull() oauth_client_id!: string | null;
}

/** A permission just created: members without value are left out, as in Keyrock. */
export class CreatedPermission {
  @Text() id!: string;
  @Text() name!: string;
  @Text({ required: false }) description?: string;
  @Text({ required: false, description: 'HTTP verb.' }) action?: string;
  @Text({ required: false, description: 'Path, or a regular expression when is_regex is true.' })
  resource?: string;
  @Truth({ description: 'Not in Keyrock.' }) is_regex!: boolean;
  @Text({ required: false }) authorization_service_header?: string;
  @Truth() use_authorization_service_header!: boolean;
  @Text({ required: false }) regex_entity_ids?: string;
  @Text({ required: false }) regex_attributes?: string;
  @Text({ required: false }) regex_types?: string;
  @Text({ required: false, description: 'XACML rule, on level advanced.' }) xml?: string;
  @Truth() is_internal!: boolean;
  @Text() oauth_client_id!: string;
}

export const renderListedPermission = (permission: PermissionRow): ListedPermission => ({
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
  ...(permission.entities !== null && { entities: permission.entities }),
});

export function renderAssignedPermission(permission: PermissionRow): AssignedPermission {
  const { id, ...rest } = renderListedPermission(permission);
  return { id, is_internal: permission.isInternal, ...rest };
}

export const renderPermission = (permission: PermissionRow): ShownPermission => ({
  ...renderAssignedPermission(permission),
  oauth_client_id: permission.applicationId,
});

export const renderCreatedPermission = (permission: PermissionRow) =>
  Object.fromEntries(
    Object.entries(renderPermission(permission)).filter(([, value]) => value !== null),
  ) as unknown as CreatedPermission;
