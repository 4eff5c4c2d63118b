import { Module } from '@nestjs/common';
import { StateChangesModule } from '../changes/state-changes.module';
import { AuditModule } from '../audit/audit.module';
import { DecisionsModule } from '../decisions/decisions.module';
import { AssignableRoles } from './assignable-roles.service';
import { AssignmentListsRepository } from './assignment-lists.repository';
import { AssignmentLists } from './assignment-lists.service';
import { AuthzforcePolicies } from './authzforce-policies.service';
import { GivenRolesRepository } from './given-roles.repository';
import { HeldRolesRepository } from './held-roles.repository';
import { InternalPermissions } from './internal-permissions.service';
import { OwnedPermissionsService } from './owned-permissions.service';
import { PermissionListsRepository } from './permission-lists.repository';
import { PermissionLists } from './permission-lists.service';
import { PermissionsRepository } from './permissions.repository';
import { PermissionsService } from './permissions.service';
import { RoleOverviews } from './role-overview.service';
import { RoleAssignmentsRepository } from './role-assignments.repository';
import { RoleAssignments } from './role-assignments.service';
import { RolePermissions } from './role-permissions.service';
import { RolesRepository } from './roles.repository';
import { RolesInEachRepository } from './roles-in-each.repository';
import { RolesService } from './roles.service';

const services = [
  RolesService,
  PermissionsService,
  PermissionLists,
  RoleOverviews,
  OwnedPermissionsService,
  AssignableRoles,
  InternalPermissions,
  RoleAssignments,
  AssignmentLists,
  HeldRolesRepository,
  RolesInEachRepository,
  RolePermissions,
  AuthzforcePolicies,
];

/** Roles of applications: what they permit, who has them, who may give them. */
@Module({
  imports: [AuditModule, StateChangesModule, DecisionsModule],
  providers: [
    AssignmentListsRepository,
    GivenRolesRepository,
    RolesRepository,
    PermissionsRepository,
    PermissionListsRepository,
    RoleAssignmentsRepository,
    ...services,
  ],
  exports: services,
})
export class RolesModule {}
