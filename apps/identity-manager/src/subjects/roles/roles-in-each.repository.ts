import { Injectable } from '@nestjs/common';
import { MembershipRow } from '../../database/entities/organization.row';
import { RoleAssignmentRow, RolePermissionRow, RoleRow } from '../../database/entities/role.row';
import { names } from '../../database/names';
import { marks, query } from '../../database/query';
import { Sql } from '../../database/sql';
import type { HeldRole } from './held-roles.repository';

const a = names(RoleAssignmentRow, 'a');
const m = names(MembershipRow, 'm');
const r = names(RoleRow, 'r');
const rp = names(RolePermissionRow, 'rp');

const ofOrganizations = `FROM ${m.table} JOIN ${a.table} ON ${a.organizationId} = ${m.organizationId} AND ${a.roleOrganization} = ${m.role}`;

const held = { applicationId: a.applicationId, roleId: a.roleId, name: r.name };
const withName = `JOIN ${r.table} ON ${r.id} = ${a.roleId}`;
const own = query(held, `FROM ${a.table} ${withName} WHERE ${a.userId} = ?`);
const throughOrganizations = query(held, `${ofOrganizations} ${withName} WHERE ${m.userId} = ?`);

const among = (applicationIds: readonly string[]) => `AND ${a.applicationId} IN (${marks(applicationIds)})`;

/** The roles of one user in a few applications, such as those of one page. */
@Injectable()
export class RolesInEachRepository {
  constructor(private readonly sql: Sql) {}

  /** Own ones and those of every organization. */
  async held(applicationIds: readonly string[], userId: string): Promise<readonly HeldRole[]> {
    if (applicationIds.length === 0) return [];
    const these = among(applicationIds);
    const values = [userId, ...applicationIds];
    const all = own.followedBy(these).union(throughOrganizations.followedBy(these));
    return this.sql.all(all, ...values, ...values);
  }

  /** Those that one organization gives to the user. */
  async heldThrough(
    organizationId: string,
    applicationIds: readonly string[],
    userId: string,
  ): Promise<readonly HeldRole[]> {
    if (applicationIds.length === 0) return [];
    const given = throughOrganizations.followedBy(`${among(applicationIds)} AND ${m.organizationId} = ?`);
    return this.sql.all(given, userId, ...applicationIds, organizationId);
  }

  /** Ids of those applications in which a role of the user carries any of the permissions. */
  async carrying(
    applicationIds: readonly string[],
    userId: string,
    permissionIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (applicationIds.length === 0) return new Set();
    const { applicationId } = a;
    const carries = `JOIN ${rp.table} ON ${rp.roleId} = ${a.roleId} AND ${rp.permissionId} IN (${marks(permissionIds)})`;
    const these = among(applicationIds);
    const all = query({ applicationId }, `FROM ${a.table} ${carries} WHERE ${a.userId} = ? ${these}`).union(
      query({ applicationId }, `${ofOrganizations} ${carries} WHERE ${m.userId} = ? ${these}`),
    );
    const values = [...permissionIds, userId, ...applicationIds];
    const rows = await this.sql.all(all, ...values, ...values);
    return new Set(rows.map((row) => row.applicationId));
  }
}
