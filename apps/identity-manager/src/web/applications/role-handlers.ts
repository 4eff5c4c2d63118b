import { Injectable } from '@nestjs/common';
import { PermissionsController } from '../../roles/permissions.controller';
import { RolePermissionsController } from '../../roles/role-permissions.controller';
import { RolesController } from '../../roles/roles.controller';

/** The handlers of the management API that change roles and permissions. */
@Injectable()
export class RoleHandlers {
  constructor(
    readonly roles: RolesController,
    readonly permissions: PermissionsController,
    readonly rolePermissions: RolePermissionsController,
  ) {}
}
