import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { In, type EntityManager } from 'typeorm';
import { PermissionRow, RolePermissionRow, RoleRow } from '../../../database/entities/role.row';

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
  constructor(@InjectEntityManager() private readonly rows: EntityManager) {}

  async of(applicationId: string): Promise<RoleOverview> {
    const where = [{ applicationId }, { isInternal: true }];
    const [roles, permissions] = await Promise.all([
      this.rows.findBy(RoleRow, where),
      this.rows.findBy(PermissionRow, where),
    ]);
    const given = await this.rows.findBy(RolePermissionRow, { roleId: In(roles.map(({ id }) => id)) });
    return {
      roles: byName(roles.filter(({ isInternal }) => !isInternal)),
      internalRoles: roles.filter(({ isInternal }) => isInternal),
      permissions: byName(permissions.filter(({ isInternal }) => !isInternal)),
      internalPermissions: permissions.filter(({ isInternal }) => isInternal),
      pairs: new Set(given.map(({ roleId, permissionId }) => `${roleId} ${permissionId}`)),
    };
  }
}
