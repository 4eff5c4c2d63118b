import { Injectable } from '@nestjs/common';
import type { PermissionRow, RoleRow } from '../../database/entities/role.row';
import type { UserRow } from '../../database/entities/user.row';
import { OwnedPermissionsService, type OwnedPermissions } from './owned-permissions.service';
import { PermissionsRepository } from './permissions.repository';
import { RolesRepository } from './roles.repository';

/**
 * Internal permissions say who rules an application. They pass only from those who hold them: otherwise whoever may
 * manage roles, or give them, would make themselves owner.
 */
@Injectable()
export class InternalPermissions {
  constructor(
    private readonly permissions: PermissionsRepository,
    private readonly roles: RolesRepository,
    private readonly owned: OwnedPermissionsService,
  ) {}

  /** Whether the user may give the permission to a role of the application, or take it away. */
  async mayPass(
    user: Pick<UserRow, 'id' | 'admin'>,
    { id, isInternal }: Pick<PermissionRow, 'id' | 'isInternal'>,
    applicationId: string,
  ): Promise<boolean> {
    return !isInternal || (await this.owned.of(user, applicationId)).permissions.has(id);
  }

  /** Those of the application's own roles that carry no internal permission beyond the given ones. */
  async within<Role extends Pick<RoleRow, 'id'>>(
    roles: readonly Role[],
    owned: OwnedPermissions,
  ): Promise<readonly Role[]> {
    if (roles.length === 0) return roles;
    const internal = await this.permissions.internal();
    const beyond = new Set(internal.map(({ id }) => id).filter((id) => !owned.permissions.has(id)));
    if (beyond.size === 0) return roles;
    const carriers = (await this.roles.permissionsOf(roles)).filter(({ permissionId }) =>
      beyond.has(permissionId),
    );
    const tooMuch = new Set(carriers.map(({ roleId }) => roleId));
    return roles.filter(({ id }) => !tooMuch.has(id));
  }
}
