import { Entity } from 'typeorm';
import { FlagColumn, JsonColumn, KeyColumn, OptionalTextColumn, TextColumn } from '../columns';
import { Ends } from '../ends';
import type { EntityScope } from '@smart-city/authz';
import type { OrganizationRole } from './organization.row';

@Entity({ name: 'roles' })
@Ends<RoleRow>({ deletedWith: ['application'], opens: null })
export class RoleRow {
  @KeyColumn('id') id!: string;
  @TextColumn('name') name!: string;
  @FlagColumn('is_internal') isInternal!: boolean;
  @TextColumn('application_id') applicationId!: string;
}

@Entity({ name: 'permissions' })
@Ends<PermissionRow>({ deletedWith: ['application'], opens: null })
export class PermissionRow {
  @KeyColumn('id') id!: string;
  @TextColumn('name') name!: string;
  @OptionalTextColumn('description') description!: string | null;
  @FlagColumn('is_internal') isInternal!: boolean;
  @OptionalTextColumn('action') action!: string | null;
  @OptionalTextColumn('resource') resource!: string | null;
  @FlagColumn('is_regex') isRegex!: boolean;
  @OptionalTextColumn('authorization_service_header') authorizationServiceHeader!: string | null;
  @FlagColumn('use_authorization_service_header') useAuthorizationServiceHeader!: boolean;
  @OptionalTextColumn('regex_entity_ids') regexEntityIds!: string | null;
  @OptionalTextColumn('regex_attributes') regexAttributes!: string | null;
  @OptionalTextColumn('regex_types') regexTypes!: string | null;
  @OptionalTextColumn('xml') xml!: string | null;
  /** Instead of action and resource. */
  @JsonColumn('entities') entities!: EntityScope | null;
  @TextColumn('application_id') applicationId!: string;
}

@Entity({ name: 'role_permissions' })
@Ends<RolePermissionRow>({ deletedWith: ['role', 'permission'], opens: null })
export class RolePermissionRow {
  @KeyColumn('role_id') roleId!: string;
  @KeyColumn('permission_id') permissionId!: string;
}

/** Gives a role to a user, or to the owners or members of an organization. */
@Entity({ name: 'role_assignments' })
@Ends<RoleAssignmentRow>({ deletedWith: ['application', 'role', 'user', 'organization'], opens: null })
export class RoleAssignmentRow {
  @KeyColumn('id') id!: string;
  @TextColumn('application_id') applicationId!: string;
  @TextColumn('role_id') roleId!: string;
  @OptionalTextColumn('user_id') userId!: string | null;
  @OptionalTextColumn('organization_id') organizationId!: string | null;
  @OptionalTextColumn('role_organization') roleOrganization!: OrganizationRole | null;
}
