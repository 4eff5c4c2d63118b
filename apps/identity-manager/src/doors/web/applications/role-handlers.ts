import { Injectable } from '@nestjs/common';
import { PermissionsController } from '../../api/roles/permissions.controller';
import { RolePermissionsController } from '../../api/roles/role-permissions.controller';
import { RolesController } from '../../api/roles/roles.controller';

/** The handlers of the management API that change roles and permissions. */
@Injectable()
export class RoleHandlers {
  constructor(
    readonly roles: RolesController,
    readonly permissions: PermissionsController,
    readonly rolePermissions: RolePermissionsController,
  ) {}
}
