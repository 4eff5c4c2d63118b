import { Injectable } from '@nestjs/common';
import { PermissionsController } from '../../api/roles/permissions.controller';
import { RolePermissionsController } from '../../api/roles/role-permissions.controller';

/** The handlers of the management API that change permissions. */
@Injectable()
export class RoleHandlers {
  constructor(
    readonly permissions: PermissionsController,
    readonly rolePermissions: RolePermissionsController,
  ) {}
}
