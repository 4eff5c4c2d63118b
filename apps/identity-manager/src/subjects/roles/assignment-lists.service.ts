import { Injectable } from '@nestjs/common';
import { OrganizationRow } from '../../database/entities/organization.row';
import { RoleAssignmentRow, type RoleRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import { names, type Column } from '../../database/names';
import { query, type Query } from '../../database/query';
import { Sql } from '../../database/sql';

/** A user or an organization with the roles given to it. */
export interface Assigned {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  /** Role ids; for an organization `<role id> owner` or `<role id> member`. */
  readonly roles: Set<string>;
}

interface Line extends Omit<Assigned, 'roles'> {
  readonly roleId: string;
  readonly side: string | null;
}

const a = names(RoleAssignmentRow, 'a');
const u = names(UserRow, 'u');
const o = names(OrganizationRow, 'o');

const users = query(
  { id: u.id, name: u.username, image: u.image, roleId: a.roleId, side: a.roleOrganization },
  `FROM ${a.table} JOIN ${u.table} ON ${u.id} = ${a.userId} WHERE ${a.applicationId} = ?`,
);
const organizations = query(
  { id: o.id, name: o.name, image: o.image, roleId: a.roleId, side: a.roleOrganization },
  `FROM ${a.table} JOIN ${o.table} ON ${o.id} = ${a.organizationId} WHERE ${a.applicationId} = ?`,
);

/** All of them, or one. */
const both = (lines: Query<Line>, id: Column<string>, name: Column<string>) => ({
  all: lines.followedBy(`ORDER BY ${name}, ${id}`),
  one: lines.followedBy(`AND ${id} = ?`),
});

const usersBy = both(users, u.id, u.username);
const organizationsBy = both(organizations, o.id, o.name);

/** Who has roles in an application, with names, for people to look at. */
@Injectable()
export class AssignmentLists {
  constructor(private readonly sql: Sql) {}

  /** @param roles  those that are shown */
  users(applicationId: string, roles: readonly RoleRow[], userId?: string): Promise<readonly Assigned[]> {
    return this.load(usersBy, applicationId, roles, userId);
  }

  organizations(
    applicationId: string,
    roles: readonly RoleRow[],
    organizationId?: string,
  ): Promise<readonly Assigned[]> {
    return this.load(organizationsBy, applicationId, roles, organizationId);
  }

  private async load(
    { all, one }: ReturnType<typeof both>,
    applicationId: string,
    roles: readonly RoleRow[],
    id: string | undefined,
  ): Promise<readonly Assigned[]> {
    const lines =
      id === undefined ? await this.sql.all(all, applicationId) : await this.sql.all(one, applicationId, id);
    const shown = new Set(roles.map((role) => role.id));
    const byId = new Map<string, Assigned>();
    for (const { roleId, side, ...named } of lines) {
      if (!shown.has(roleId)) continue;
      const assigned = byId.get(named.id) ?? { ...named, roles: new Set<string>() };
      assigned.roles.add(side === null ? roleId : `${roleId} ${side}`);
      byId.set(named.id, assigned);
    }
    return [...byId.values()];
  }
}
