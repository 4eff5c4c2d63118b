import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Sql } from '../../database/sql';
import type { SqlValue, Step } from '../../database/dialect';
import { isDuplicate } from '../../database/database-errors';
import { conflict, notFound, notPermitted } from '../../http/api-errors';
import { Caches } from '../../service/timed-cache';
import type { OrganizationRole } from '../../database/entities/organization.row';
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

/** The internal role of those who own an application. */
const ownerRole = 'provider';

const lastOwner = () => conflict('The last owner of an application cannot be removed by others');

/** Makes two removals at the same time go one after the other. */
const lock = (applicationId: string): Step => ({
  sql: 'UPDATE applications SET name = name WHERE id = ?',
  values: [applicationId],
});

/** Fails the group when nobody would own the application any more. */
const keepOneOwner = (applicationId: string): Step => ({
  sql:
    'UPDATE applications SET name = name WHERE id = ? AND EXISTS ' +
    '(SELECT 1 FROM role_assignments a WHERE a.application_id = ? AND a.role_id = ?)',
  values: [applicationId, applicationId, ownerRole],
  expect: 1,
});

/** Gives and takes roles; only those that the caller may assign. */
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

  /**
   * @throws ApiError 403 when the caller may not assign this role, 404 when it was not assigned, 409 when somebody
   *   other than the last owner would leave the application without one
   */
  async remove(
    applicationId: string,
    roleId: string,
    assignee: Assignee,
    { owned, callerId }: { readonly owned: OwnedPermissions; readonly callerId: string },
  ): Promise<void> {
    await this.refuseOtherRoles(applicationId, roleId, owned);
    const columns: Readonly<Record<string, SqlValue>> = {
      application_id: applicationId,
      role_id: roleId,
      ...columnsOf(assignee),
    };
    const where = Object.keys(columns)
      .map((name) => `${name} = ?`)
      .join(' AND ');
    const values = Object.values(columns);
    const present = await this.sql.first(`SELECT 1 AS found FROM role_assignments WHERE ${where}`, ...values);
    if (!present) throw notFound('Assignments not found');
    const removal: Step = { sql: `DELETE FROM role_assignments WHERE ${where}`, values };
    const isOwn = 'userId' in assignee && assignee.userId === callerId;
    const keepsOwner = roleId === ownerRole && !isOwn;
    const steps = keepsOwner ? [lock(applicationId), removal, keepOneOwner(applicationId)] : [removal];
    if (!(await this.sql.atomically(steps))) throw lastOwner();
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
