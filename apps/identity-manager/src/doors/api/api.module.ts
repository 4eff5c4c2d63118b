import { Module } from '@nestjs/common';
import { ApplicationChanges } from '../../subjects/applications/application-changes.service';
import { ApplicationList } from '../../subjects/applications/application-list.service';
import { ApplicationsController } from './applications/applications.controller';
import { IotAgentsController } from './applications/iot-agents.controller';
import { MachineAccounts } from '../../subjects/applications/machine-accounts.service';
import { PepProxiesController } from './applications/pep-proxies.controller';
import { TrustedApplicationsController } from './applications/trusted-applications.controller';
import { MembersController } from './organizations/members.controller';
import { OrganizationMembers } from '../../subjects/organizations/organization-members.service';
import { OrganizationsController } from './organizations/organizations.controller';
import { OrganizationsService } from '../../subjects/organizations/organizations.service';
import { AssignableRoles } from '../../subjects/roles/assignable-roles.service';
import { InternalPermissions } from '../../subjects/roles/internal-permissions.service';
import { AuthzforcePolicies } from '../../subjects/roles/authzforce-policies.service';
import { OwnedPermissionsService } from '../../subjects/roles/owned-permissions.service';
import { PermissionsController } from './roles/permissions.controller';
import { RoleAssignments } from '../../subjects/roles/role-assignments.service';
import { RoleOrganizationsController } from './roles/role-organizations.controller';
import { RolePermissionsController } from './roles/role-permissions.controller';
import { RolePermissions } from '../../subjects/roles/role-permissions.service';
import { RoleUsersController } from './roles/role-users.controller';
import { RolesController } from './roles/roles.controller';
import { ApiLogins } from '../../subjects/tokens/api-logins.service';
import { ApiTokensController } from './tokens/api-tokens.controller';
import { OAuthTokenInfoController } from './tokens/oauth-token-info.controller';
import { OAuthTokenRecords } from '../../subjects/tokens/oauth-token-records.service';
import { AuditModule } from '../../subjects/audit/audit.module';
import { UsersModule } from '../../subjects/users/users.module';
import { MessagesModule } from '../../messages/messages.module';
import { UsersController } from './users/users.controller';
import { ApiGuard } from './api.guard';
import { ApiIndexController, UnknownApiPathController } from './api-index.controller';
import { AuditTrail } from './audit-trail';
import { Callers } from '../../access/callers';
import { PathLoader } from '../../access/path-loader';
import { ServiceProvidersController } from './service-providers.controller';

/** Used by the web pages too. */
const services = [
  OwnedPermissionsService,
  AssignableRoles,
  InternalPermissions,
  RoleAssignments,
  RolePermissions,
  AuthzforcePolicies,
  OrganizationsService,
  OrganizationMembers,
  MachineAccounts,
  ApplicationChanges,
  ApplicationList,
];

/** The management API /v1, also below /v3. */
@Module({
  imports: [AuditModule, MessagesModule, UsersModule],
  // In this order: the last one answers for every other path below the prefixes.
  controllers: [
    ApiIndexController,
    ApiTokensController,
    OAuthTokenInfoController,
    UsersController,
    OrganizationsController,
    MembersController,
    ApplicationsController,
    RolesController,
    PermissionsController,
    RolePermissionsController,
    RoleUsersController,
    RoleOrganizationsController,
    PepProxiesController,
    IotAgentsController,
    TrustedApplicationsController,
    ServiceProvidersController,
    UnknownApiPathController,
  ],
  providers: [ApiGuard, Callers, PathLoader, AuditTrail, ApiLogins, OAuthTokenRecords, ...services],
  exports: [ApiGuard, AuditTrail, Callers, PathLoader, ...services],
})
export class ApiModule {}
