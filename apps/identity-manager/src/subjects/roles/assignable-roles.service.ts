import { Injectable } from '@nestjs/common';
import { may } from './internal-permission';
import type { UserRow } from '../../database/entities/user.row';
import { InternalPermissions } from './internal-permissions.service';
import { OwnedPermissionsService, type OwnedPermissions } from './owned-permissions.service';
import type { RoleRow } from '../../database/entities/role.row';
import { RolesRepository } from './roles.repository';

/** Which roles of an application a user may see and give to others. */
@Injectable()
export class AssignableRoles {
  constructor(
    private readonly roles: RolesRepository,
    private readonly internal: InternalPermissions,
    private readonly owned: OwnedPermissionsService,
  ) {}

  /**
   * Permission 1: internal roles, which makes it as good as ownership; 5: the roles of the application, without those
   * that carry internal permissions which the user lacks; 6: those the user has, internal ones apart.
   */
  async of(applicationId: string, owned: OwnedPermissions): Promise<readonly RoleRow[]> {
    const { permissions, roleIds } = owned;
    const held = permissions.has(may.assignOwnRoles) ? [...roleIds] : [];
    const found = await this.roles.which(applicationId, {
      own: permissions.has(may.assignAllRoles) ? 'all' : held,
      internal: permissions.has(may.assignInternalRoles),
    });
    const own = new Set(
      await this.internal.within(
        found.filter(({ isInternal }) => !isInternal),
        owned,
      ),
    );
    return found.filter((role) => role.isInternal || own.has(role));
  }

  /** Ids of the roles that the user may see and assign in the application. */
  async idsFor(user: Pick<UserRow, 'id' | 'admin'>, applicationId: string): Promise<ReadonlySet<string>> {
    const roles = await this.of(applicationId, await this.owned.of(user, applicationId));
    return new Set(roles.map(({ id }) => id));
  }

  /** What a list of roles shows; who manages roles sees all of them. */
  async visibleTo(applicationId: string, owned: OwnedPermissions): Promise<readonly RoleRow[]> {
    if (!owned.permissions.has(may.manageRoles)) return this.of(applicationId, owned);
    return this.roles.visibleIn(applicationId);
  }
}
