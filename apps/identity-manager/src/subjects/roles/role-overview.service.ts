import { Injectable } from '@nestjs/common';
import type { PermissionRow, RolePermissionRow, RoleRow } from '../../database/entities/role.row';
import { PermissionListsRepository } from './permission-lists.repository';
import { PermissionsRepository } from './permissions.repository';
import { RoleAssignmentsRepository } from './role-assignments.repository';
import { RolesRepository } from './roles.repository';

/** What a grid says of a permission. */
type ShownPermission = Pick<
  PermissionRow,
  'id' | 'name' | 'action' | 'resource' | 'entities' | 'isInternal' | 'applicationId'
>;

export interface RoleOverview {
  /** The application's own roles, by name. */
  readonly roles: readonly RoleRow[];
  readonly internalRoles: readonly RoleRow[];
  /** The application's own, by name: all, or those of a page. */
  readonly permissions: readonly ShownPermission[];
  /** Of all pages. */
  readonly permissionCount: number;
  readonly internalPermissions: readonly PermissionRow[];
  /** `<role id> <permission id>` of every one of these permissions that a role has. */
  readonly pairs: ReadonlySet<string>;
}

const byName = <T extends { readonly name: string; readonly id: string }>(rows: readonly T[]) =>
  rows.toSorted((left, right) => left.name.localeCompare(right.name) || (left.id < right.id ? -1 : 1));

const parted = (roles: readonly RoleRow[]) => ({
  roles: byName(roles.filter(({ isInternal }) => !isInternal)),
  internalRoles: roles.filter(({ isInternal }) => isInternal),
});

const pairsOf = (given: readonly RolePermissionRow[]): ReadonlySet<string> =>
  new Set(given.map(({ roleId, permissionId }) => `${roleId} ${permissionId}`));

/** Roles and permissions of an application side by side. */
@Injectable()
export class RoleOverviews {
  constructor(
    private readonly roles: RolesRepository,
    private readonly permissions: PermissionsRepository,
    private readonly lists: PermissionListsRepository,
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
    const own = byName(permissions.filter(({ isInternal }) => !isInternal));
    return {
      ...parted(roles),
      permissions: own,
      permissionCount: own.length,
      internalPermissions: permissions.filter(({ isInternal }) => isInternal),
      pairs: pairsOf(await this.roles.permissionsOf(roles)),
    };
  }

  /** The same with some of the permissions only, for an application that has very many. */
  async part(
    applicationId: string,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<RoleOverview> {
    const search = { applicationId, text: '' };
    const [roles, permissions, permissionCount, internalPermissions] = await Promise.all([
      this.roles.visibleIn(applicationId),
      this.lists.page(search, { sort: 'name', descending: false, limit, offset }),
      this.lists.count(search),
      this.permissions.internal(),
    ]);
    const own = permissions.flatMap(({ id: permissionId, roles: having }) =>
      having.map(({ id: roleId }) => ({ roleId, permissionId })),
    );
    const { internalRoles } = parted(roles);
    const pairs = pairsOf([...own, ...(await this.roles.permissionsOf(internalRoles))]);
    return { ...parted(roles), permissions, permissionCount, internalPermissions, pairs };
  }
}
