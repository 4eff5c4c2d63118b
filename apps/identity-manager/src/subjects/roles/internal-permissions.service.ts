import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import type { OwnedPermissions } from './owned-permissions.service';
import { PermissionRow, RolePermissionRow, type RoleRow } from '../../database/entities/role.row';

/**
 * Internal permissions say who rules an application. They pass only from those who hold them: otherwise whoever may
 * manage roles, or give them, would make themselves owner.
 */
@Injectable()
export class InternalPermissions {
  constructor(
    @InjectRepository(PermissionRow) private readonly permissions: Repository<PermissionRow>,
    @InjectRepository(RolePermissionRow) private readonly given: Repository<RolePermissionRow>,
  ) {}

  /** Whether somebody with these permissions may give the permission to a role, or take it away. */
  mayPass({ id, isInternal }: PermissionRow, owned: OwnedPermissions): boolean {
    return !isInternal || owned.permissions.has(id);
  }

  /** Those of the application's own roles that carry no internal permission beyond the given ones. */
  async within<Role extends Pick<RoleRow, 'id'>>(
    roles: readonly Role[],
    owned: OwnedPermissions,
  ): Promise<readonly Role[]> {
    if (roles.length === 0) return roles;
    const internal = await this.permissions.findBy({ isInternal: true });
    const beyond = internal.map(({ id }) => id).filter((id) => !owned.permissions.has(id));
    if (beyond.length === 0) return roles;
    const carriers = await this.given.findBy({
      roleId: In(roles.map(({ id }) => id)),
      permissionId: In(beyond),
    });
    const tooMuch = new Set(carriers.map(({ roleId }) => roleId));
    return roles.filter(({ id }) => !tooMuch.has(id));
  }
}
