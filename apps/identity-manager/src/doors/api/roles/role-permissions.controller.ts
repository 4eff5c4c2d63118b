import { Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { Acting, FromPath } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { PermissionRow, RoleRow } from '../../../database/entities/role.row';
import { NotFound } from '../../../faults/faults';
import type { Actor } from '../../../subjects/audit/actor';
import { may } from '../../../subjects/roles/internal-permission';
import { RolePermissions } from '../../../subjects/roles/role-permissions.service';
import { ApiController } from '../api-controller';
import { listed, wrapped } from '../../../openapi/content';
import { Text } from '../../../openapi/described';
import { ApiRoute, OldApiRoute } from '../described-route';
import { AssignedPermission, renderAssignedPermission } from './render-permission';

class RolePermission {
  @Text() role_id!: string;
  @Text() permission_id!: string;
}

const giving = 'Give a permission to a role';
const given = wrapped('role_permission_assignments', RolePermission);

/** Which permissions a role has. */
@ApiController('applications/:applicationId/roles/:roleId/permissions', 'Permissions')
export class RolePermissionsController {
  constructor(private readonly permissions: RolePermissions) {}

  @Get()
  @AllowPermission(may.manageRoles)
  @ApiRoute('List permissions of a role', {
    answers: listed('role_permission_assignments', AssignedPermission),
  })
  async list(@FromPath('role') role: RoleRow) {
    const permissions = await this.permissions.of(role);
    if (permissions.length === 0) throw new NotFound('assignments');
    return { role_permission_assignments: permissions.map(renderAssignedPermission) };
  }

  @Put(':permissionId')
  @HttpCode(201)
  @AllowPermission(may.manageRoles)
  @ApiRoute(giving, { answers: given })
  async assign(
    @Acting() actor: Actor,
    @FromPath('role') role: RoleRow,
    @FromPath('permission') permission: PermissionRow,
  ) {
    const authzforce = await this.permissions.give(actor, role, permission);
    return {
      role_permission_assignments: { role_id: role.id, permission_id: permission.id },
      ...(authzforce && { authzforce }),
    };
  }

  /** The deprecated form of `assign`. */
  @Post(':permissionId')
  @AllowPermission(may.manageRoles)
  @OldApiRoute(giving, given)
  assignByPost(
    @Acting() actor: Actor,
    @FromPath('role') role: RoleRow,
    @FromPath('permission') permission: PermissionRow,
  ) {
    return this.assign(actor, role, permission);
  }

  @Delete(':permissionId')
  @HttpCode(204)
  @AllowPermission(may.manageRoles)
  @ApiRoute('Take a permission from a role')
  remove(
    @Acting() actor: Actor,
    @FromPath('role') role: RoleRow,
    @FromPath('permission') permission: PermissionRow,
  ): Promise<void> {
    return this.permissions.take(actor, role, permission);
  }
}
