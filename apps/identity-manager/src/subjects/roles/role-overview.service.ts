import { Injectable } from '@nestjs/common';
import type { PermissionRow, RoleRow } from '../../database/entities/role.row';
import { PermissionsRepository } from './permissions.repository';
import { RoleAssignmentsRepository } from './role-assignments.repository';
import { RolesRepository } from './roles.repository';

export interface RoleOverview {
  /** The application's own roles, by name. */
  readonly roles: readonly RoleRow[];
  readonly internalRoles: readonly RoleRow[];
  readonly permissions: readonly PermissionRow[];
  readonly internalPermissions: readonly PermissionRow[];
  /** `<role id> <permission id>` of every permission that a role has. */
  readonly pairs: ReadonlySet<string>;
}

const byName = <T extends { readonly name: string; readonly id: string }>(rows: readonly T[]) =>
  rows.toSorted((left, right) => left.name.localeCompare(right.name) || (left.id < right.id ? -1 : 1));

/** Roles and permissions of an application side by side. */
@Injectable()
export class RoleOverviews {
  constructor(
    private readonly roles: RolesRepository,
    private readonly permissions: PermissionsRepository,
    private readonly assignments: RoleAssignmentsRepository,
  ) {}

  /** How much there is. */
  async numbers(applicationId: string) {
    const [users, roles, permissions] = await Promise.all([
      this.assignments.countUsers(applicationId),
      this.roles.count(applicationId),
      this.permissions.count(applicationId),
    ]);
    return { users, roles, permissions };
  }

  async of(applicationId: string): Promise<RoleOverview> {
    const [roles, permissions] = await Promise.all([
      this.roles.visibleIn(applicationId),
      this.permissions.visibleIn(applicationId),
    ]);
    const given = await this.roles.permissionsOf(roles);
    return {
      roles: byName(roles.filter(({ isInternal }) => !isInternal)),
      internalRoles: roles.filter(({ isInternal }) => isInternal),
      permissions: byName(permissions.filter(({ isInternal }) => !isInternal)),
      internalPermissions: permissions.filter(({ isInternal }) => isInternal),
      pairs: new Set(given.map(({ roleId, permissionId }) => `${roleId} ${permissionId}`)),
    };
  }
}
