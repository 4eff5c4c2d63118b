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
import { eitherOf, listed, wrapped } from '../../../openapi/content';
import { Changed, changesBetween, renderChanges, Unchanged } from '../changes';
import { ApiRoute } from '../described-route';
import {
  CreatedPermission,
  ListedPermission,
  renderCreatedPermission,
  renderListedPermission,
  renderPermission,
  ShownPermission,
} from './render-permission';

const newPermission = { name: 'read the benches', action: 'GET', resource: '/v2/entities' };
const permissionChange = { resource: '^/v2/entities/.*', is_regex: true };

/** Permissions of an application. */
@ApiController('applications/:applicationId/permissions', 'Permissions')
export class PermissionsController {
  constructor(private readonly permissions: PermissionsService) {}

  @Get()
  @AllowPermission(may.manageRoles)
  @ApiRoute('List permissions, internal ones too', { answers: listed('permissions', ListedPermission) })
  async list(@FromPath('application') application: ApplicationRow) {
    const permissions = await this.permissions.visibleIn(application);
    return { permissions: permissions.map(renderListedPermission) };
  }

  @Post()
  @AllowPermission(may.manageRoles)
  @ApiRoute('Create a permission', {
    takes: wrapped('permission', CreatePermission, newPermission),
    answers: wrapped('permission', CreatedPermission),
    conflict: 'Another permission has the id',
  })
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
  @ApiRoute('Show a permission', { answers: wrapped('permission', ShownPermission) })
  read(@FromPath('permission') permission: PermissionRow) {
    return { permission: renderPermission(permission) };
  }

  @Patch(':permissionId')
  @AllowPermission(may.manageRoles)
  @ApiRoute('Change a permission', {
    takes: wrapped('permission', ChangePermission, permissionChange),
    answers: eitherOf(Changed, Unchanged),
  })
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
  @ApiRoute('Delete a permission')
  delete(@Acting() actor: Actor, @FromPath('permission') permission: PermissionRow): Promise<void> {
    return this.permissions.delete(actor, permission);
  }
}
