import { Body, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Acting, FromPath, OwnFromPath } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { ApplicationRow } from '../../../database/entities/application.row';
import { PermissionRow } from '../../../database/entities/role.row';
import type { Actor } from '../../../subjects/audit/actor';
import { may } from '../../../subjects/roles/internal-permission';
import { ChangePermission, CreatePermission } from '../../../subjects/roles/permission-input';
import { PermissionsService } from '../../../subjects/roles/permissions.service';
import { ApiController } from '../api-controller';
import { changesBetween, renderChanges } from '../changes';
import { renderCreatedPermission, renderListedPermission, renderPermission } from './render-permission';

/** Permissions of an application. */
@ApiController('applications/:applicationId/permissions')
export class PermissionsController {
  constructor(private readonly permissions: PermissionsService) {}

  @Get()
  @AllowPermission(may.manageRoles)
  async list(@FromPath('application') application: ApplicationRow) {
    const permissions = await this.permissions.visibleIn(application);
    return { permissions: permissions.map(renderListedPermission) };
  }

  @Post()
  @AllowPermission(may.manageRoles)
  async create(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @Body('permission') input: CreatePermission,
  ) {
    const permission = await this.permissions.create(actor, application, input);
    return { permission: renderCreatedPermission(permission) };
  }

  @Get(':permissionId')
  @AllowPermission(may.manageRoles)
  read(@FromPath('permission') permission: PermissionRow) {
    return { permission: renderPermission(permission) };
  }

  @Patch(':permissionId')
  @AllowPermission(may.manageRoles)
  async update(
    @Acting() actor: Actor,
    @OwnFromPath('permission') permission: PermissionRow,
    @Body('permission') input: ChangePermission,
  ) {
    const changed = await this.permissions.change(actor, permission, input);
    return renderChanges(
      'permission',
      changesBetween(renderPermission(permission), renderPermission(changed)),
    );
  }

  @Delete(':permissionId')
  @HttpCode(204)
  @AllowPermission(may.manageRoles)
  delete(@Acting() actor: Actor, @FromPath('permission') permission: PermissionRow): Promise<void> {
    return this.permissions.delete(actor, permission);
  }
}
