import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Sql } from '../database/sql';
import type { SqlValue } from '../database/dialect';
import { isDuplicate } from '../database/database-errors';
import { notFound, notPermitted } from '../http/api-errors';
import { Caches } from '../http/timed-cache';
import type { OrganizationRole } from '../organizations/organization.row';
import { AssignableRoles } from './assignable-roles.service';
import type { OwnedPermissions } from './owned-permissions.service';

/** Who gets a role: a user, or the owners or members of an organization. */
export type Assignee =
  | { readonly userId: string }
  | { readonly organizationId: string; readonly roleOrganization: OrganizationRole };

/** Columns that name an assignee. */
function columnsOf(assignee: Assignee): Readonly<Record<string, string>> {
  return 'userId' in assignee
    ? { user_id: assignee.userId }
    : { organization_id: assignee.organizationId, role_organization: assignee.roleOrganization };
}

/** Gives and takes roles; only those that the caller may assign (spec section 6.7). */
@Injectable()
export class RoleAssignments {
  constructor(
    private readonly sql: Sql,
    private readonly assignable: AssignableRoles,
    private readonly caches: Caches,
  ) {}

  /** Ids of the roles that the caller may see and assign in the application. */
  async assignableIds(applicationId: string, owned: OwnedPermissions): Promise<ReadonlySet<string>> {
    return new Set((await this.assignable.of(applicationId, owned)).map(({ id }) => id));
  }

  /** Giving a role again changes nothing. @throws ApiError 403 when the caller may not assign this role */
  async assign(
    applicationId: string,
    roleId: string,
    assignee: Assignee,
    owned: OwnedPermissions,
  ): Promise<void> {
    await this.refuseOtherRoles(applicationId, roleId, owned);
    const columns = {
      id: randomUUID(),
      application_id: applicationId,
      role_id: roleId,
      ...columnsOf(assignee),
    };
    const names = Object.keys(columns);
    try {
      await this.sql.run(
        `INSERT INTO role_assignments (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...Object.values(columns),
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    this.caches.clear();
  }

  /** @throws ApiError 403 when the caller may not assign this role, 404 when it was not assigned */
  async remove(
    applicationId: string,
    roleId: string,
    assignee: Assignee,
    owned: OwnedPermissions,
  ): Promise<void> {
    await this.refuseOtherRoles(applicationId, roleId, owned);
    const columns: Readonly<Record<string, SqlValue>> = {
      application_id: applicationId,
      role_id: roleId,
      ...columnsOf(assignee),
    };
    const conditions = Object.keys(columns).map((name) => `${name} = ?`);
    const deleted = await this.sql.run(
      `DELETE FROM role_assignments WHERE ${conditions.join(' AND ')}`,
      ...Object.values(columns),
    );
    if (deleted === 0) throw notFound('Assignments not found');
    this.caches.clear();
  }

  private async refuseOtherRoles(
    applicationId: string,
    roleId: string,
    owned: OwnedPermissions,
  ): Promise<void> {
    if (!(await this.assignableIds(applicationId, owned)).has(roleId)) throw notPermitted();
  }
}
