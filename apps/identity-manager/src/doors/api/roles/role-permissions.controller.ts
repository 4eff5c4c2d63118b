import { Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import { ApiController } from '../api-controller';
import { FromPath, Owned, type ApiRequest } from '../../../access/api-request';
import { AuditTrail } from '../audit-trail';
import { AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { ApplicationRow } from '../../../database/entities/application.row';
import { notAllowed, notFound, notPermitted } from '../../../http/api-errors';
import { traceOf } from '../../../service/trace-request';
import { AuthzforcePolicies } from '../../../subjects/roles/authzforce-policies.service';
import { InternalPermissions } from '../../../subjects/roles/internal-permissions.service';
import type { OwnedPermissions } from '../../../subjects/roles/owned-permissions.service';
import { RolePermissions } from '../../../subjects/roles/role-permissions.service';
import { renderAssignedPermission } from './render-permission';
import { PermissionRow, RoleRow } from '../../../database/entities/role.row';

/** Which permissions a role has. */
@ApiController('applications/:applicationId/roles/:roleId/permissions')
export class RolePermissionsController {
  constructor(
    private readonly permissions: RolePermissions,
    private readonly internal: InternalPermissions,
    private readonly authzforce: AuthzforcePolicies,
    private readonly trail: AuditTrail,
  ) {}

  @Get()
  @AllowPermission(may.manageRoles)
  async list(@FromPath('role') role: RoleRow) {
    const permissions = await this.permissions.of(role.id);
    if (permissions.length === 0) throw notFound('Assignments not found');
    return { role_permission_assignments: permissions.map(renderAssignedPermission) };
  }

  @Put(':permissionId')
  @HttpCode(201)
  @AllowPermission(may.manageRoles)
  async assign(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @FromPath('role') role: RoleRow,
    @FromPath('permission') permission: PermissionRow,
    @Owned() owned: OwnedPermissions,
  ) {
    if (role.isInternal) throw notAllowed();
    if (!this.internal.mayPass(permission, owned)) throw notPermitted();
    const isNew = await this.permissions.assign(role.id, permission.id);
    this.trail.record(request, 'role.permission.assign', role.id, { permission: permission.id });
    const authzforce = isNew ? await this.authzforce.submit(application.id, traceOf(request)) : undefined;
    return {
      role_permission_assignments: { role_id: role.id, permission_id: permission.id },
      ...(authzforce && { authzforce }),
    };
  }

  /** The deprecated form of `assign`. */
  @Post(':permissionId')
  @AllowPermission(may.manageRoles)
  assignByPost(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @FromPath('role') role: RoleRow,
    @FromPath('permission') permission: PermissionRow,
    @Owned() owned: OwnedPermissions,
  ) {
    return this.assign(request, application, role, permission, owned);
  }

  @Delete(':permissionId')
  @HttpCode(204)
  @AllowPermission(may.manageRoles)
  async remove(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @FromPath('role') role: RoleRow,
    @FromPath('permission') permission: PermissionRow,
    @Owned() owned: OwnedPermissions,
  ): Promise<void> {
    if (role.isInternal) throw notAllowed();
    if (!this.internal.mayPass(permission, owned)) throw notPermitted();
    if (!(await this.permissions.remove(role.id, permission.id))) throw notFound('Assignments not found');
    await this.authzforce.submit(application.id, traceOf(request));
    this.trail.record(request, 'role.permission.remove', role.id, { permission: permission.id });
  }
}
