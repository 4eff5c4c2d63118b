import { Injectable } from '@nestjs/common';
import { OrganizationRow } from '../../database/entities/organization.row';
import { RoleAssignmentRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import { names, type Column } from '../../database/names';
import { query, type Query } from '../../database/query';
import { Sql } from '../../database/sql';

/** One role of somebody, with their name. */
export interface NamedAssignment {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly roleId: string;
  /** `owner` or `member` for an organization; null for a user. */
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
const both = (lines: Query<NamedAssignment>, id: Column<string>, name: Column<string>) => ({
  all: lines.followedBy(`ORDER BY ${name}, ${id}`),
  one: lines.followedBy(`AND ${id} = ?`),
});

const usersBy = both(users, u.id, u.username);
const organizationsBy = both(organizations, o.id, o.name);

/** Who has which roles in an application, with names: ordered by these. */
@Injectable()
export class AssignmentListsRepository {
  constructor(private readonly sql: Sql) {}

  users(applicationId: string, userId?: string): Promise<readonly NamedAssignment[]> {
    return this.load(usersBy, applicationId, userId);
  }

  organizations(applicationId: string, organizationId?: string): Promise<readonly NamedAssignment[]> {
    return this.load(organizationsBy, applicationId, organizationId);
  }

  private load({ all, one }: ReturnType<typeof both>, applicationId: string, id: string | undefined) {
    return id === undefined ? this.sql.all(all, applicationId) : this.sql.all(one, applicationId, id);
  }
}
