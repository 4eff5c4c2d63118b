import { Injectable } from '@nestjs/common';
import { MembershipRow } from '../../database/entities/organization.row';
import { RoleAssignmentRow, RolePermissionRow, RoleRow } from '../../database/entities/role.row';
import { expression, names, optional } from '../../database/names';
import { marks, query } from '../../database/query';
import { Sql } from '../../database/sql';

/** A role that somebody holds in an application, by themselves or through an organization. */
export interface HeldRole {
  readonly applicationId: string;
  readonly roleId: string;
  readonly name: string;
}

const a = names(RoleAssignmentRow, 'a');
const m = names(MembershipRow, 'm');
const r = names(RoleRow, 'r');
const rp = names(RolePermissionRow, 'rp');

const ofOrganizations = `FROM ${m.table} JOIN ${a.table} ON ${a.organizationId} = ${m.organizationId} AND ${a.roleOrganization} = ${m.role}`;

const held = { applicationId: a.applicationId, roleId: a.roleId, name: r.name };
const withName = `JOIN ${r.table} ON ${r.id} = ${a.roleId}`;
const own = query(held, `FROM ${a.table} ${withName} WHERE ${a.userId} = ?`);
const throughOrganizations = query(held, `${ofOrganizations} ${withName} WHERE ${m.userId} = ?`);
const inApplication = ` AND ${a.applicationId} = ?`;

const everywhere = own.union(throughOrganizations);
const inOne = own.followedBy(inApplication).union(throughOrganizations.followedBy(inApplication));
const throughOne = throughOrganizations.followedBy(` AND ${m.organizationId} = ?`);

const owned = { roleId: a.roleId, permissionId: optional(rp.permissionId) };
const withPermissions = `LEFT JOIN ${rp.table} ON ${rp.roleId} = ${a.roleId} WHERE ${a.applicationId} = ?`;
const ownedIn = query(owned, `FROM ${a.table} ${withPermissions} AND ${a.userId} = ?`).union(
  query(owned, `${ofOrganizations} ${withPermissions} AND ${m.userId} = ?`),
);

/** Applications in which one of the user's roles carries any of these permissions. */
const carrying = (permissionIds: readonly string[]) => {
  const { applicationId } = a;
  const carries = `JOIN ${rp.table} ON ${rp.roleId} = ${a.roleId} AND ${rp.permissionId} IN (${marks(permissionIds)})`;
  return query({ applicationId }, `FROM ${a.table} ${carries} WHERE ${a.userId} = ?`).union(
    query({ applicationId }, `${ofOrganizations} ${carries} WHERE ${m.userId} = ?`),
  );
};

const users = (limit: number) =>
  query({ id: a.userId }, `FROM ${a.table} WHERE ${a.applicationId} = ? AND ${a.userId} IS NOT NULL`)
    .union(query({ id: m.userId }, `${ofOrganizations} WHERE ${a.applicationId} = ?`))
    .followedBy(`ORDER BY id LIMIT ${limit}`);

const amount = { amount: expression('COUNT(*)', Number) };

/** How many different users have roles, by themselves or through an organization. */
const holders = (ofWhich: string) =>
  query(
    amount,
    `FROM (SELECT ${a.userId} FROM ${a.table} WHERE ${ofWhich} AND ${a.userId} IS NOT NULL UNION SELECT ${m.userId} ${ofOrganizations} WHERE ${ofWhich}) holders`,
  );
const holdersOfRole = holders(`${a.roleId} = ?`);
const holdersOfPermission = holders(
  `${a.roleId} IN (SELECT ${rp.roleId} FROM ${rp.table} WHERE ${rp.permissionId} = ?)`,
);

/** The roles of users, own ones and those of their organizations. */
@Injectable()
export class HeldRolesRepository {
  constructor(private readonly sql: Sql) {}

  everywhere(userId: string): Promise<readonly HeldRole[]> {
    return this.sql.all(everywhere, userId, userId);
  }

  in(applicationId: string, userId: string): Promise<readonly HeldRole[]> {
    return this.sql.all(inOne, userId, applicationId, userId, applicationId);
  }

  /** Those that one organization gives to the user. */
  through(organizationId: string, userId: string): Promise<readonly HeldRole[]> {
    return this.sql.all(throughOne, userId, organizationId);
  }

  /** Role by role with each permission of it; null for a role without any. */
  permissionsIn(applicationId: string, userId: string) {
    return this.sql.all(ownedIn, applicationId, userId, applicationId, userId);
  }

  /** Ids of the applications in which one of the user's roles carries any of the permissions. */
  async applicationsCarrying(userId: string, permissionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.sql.all(
      carrying(permissionIds),
      ...permissionIds,
      userId,
      ...permissionIds,
      userId,
    );
    return new Set(rows.map(({ applicationId }) => applicationId));
  }

  /** Ids of users with a role in the application. */
  async usersIn(applicationId: string, limit: number): Promise<readonly string[]> {
    const rows = await this.sql.all(users(limit), applicationId, applicationId);
    return rows.map(({ id }) => id ?? '');
  }

  /** How many users have the role. */
  async countWithRole(roleId: string): Promise<number> {
    return (await this.sql.first(holdersOfRole, roleId, roleId))?.amount ?? 0;
  }

  /** How many users have a role with the permission. */
  async countWithPermission(permissionId: string): Promise<number> {
    return (await this.sql.first(holdersOfPermission, permissionId, permissionId))?.amount ?? 0;
  }
}
