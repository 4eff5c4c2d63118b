import { Injectable } from '@nestjs/common';
import { MembershipRow, OrganizationRow } from '../../database/entities/organization.row';
import {
  PermissionRow,
  RoleAssignmentRow,
  RolePermissionRow,
  RoleRow,
} from '../../database/entities/role.row';
import { expression, names } from '../../database/names';
import { marks, query } from '../../database/query';
import { Sql } from '../../database/sql';
import type { PermissionRule } from './permission';

const role = names(RoleRow, 'r');
const permission = names(PermissionRow, 'p');
const held = names(RolePermissionRow, 'rp');
const assignment = names(RoleAssignmentRow, 'a');
const organization = names(OrganizationRow, 'o');
const membership = names(MembershipRow, 'm');

const nothing = expression<string | null>('NULL', (raw) => raw as string | null);

/** Own roles. */
const own = query(
  {
    roleId: role.id,
    roleName: role.name,
    organizationId: nothing,
    organizationName: nothing,
    description: nothing,
    website: nothing,
  },
  `FROM ${assignment.table} JOIN ${role.table} ON ${role.id} = ${assignment.roleId}
    WHERE ${assignment.applicationId} = ? AND ${assignment.userId} = ? AND ${role.isInternal} = FALSE`,
);

/** Those of organizations, for what the user is in them; an owner is not also a member. */
const throughOrganizations = query(
  {
    roleId: role.id,
    roleName: role.name,
    organizationId: organization.id,
    organizationName: organization.name,
    description: organization.description,
    website: organization.website,
  },
  `FROM ${membership.table}
    JOIN ${assignment.table} ON ${assignment.organizationId} = ${membership.organizationId} AND ${assignment.roleOrganization} = ${membership.role}
    JOIN ${role.table} ON ${role.id} = ${assignment.roleId}
    JOIN ${organization.table} ON ${organization.id} = ${membership.organizationId}
   WHERE ${assignment.applicationId} = ? AND ${membership.userId} = ? AND ${role.isInternal} = FALSE`,
);

/** By organization, role and its id, as they are selected: the databases quote names in different ways. */
const assignments = own.unionAll(throughOrganizations).followedBy('ORDER BY 4, 2, 1');

const permissionsOf = (roleIds: readonly string[]) =>
  query(
    {
      id: permission.id,
      name: permission.name,
      action: permission.action,
      resource: permission.resource,
      isRegex: permission.isRegex,
      authorizationServiceHeader: permission.authorizationServiceHeader,
      useAuthorizationServiceHeader: permission.useAuthorizationServiceHeader,
      regexEntityIds: permission.regexEntityIds,
      regexAttributes: permission.regexAttributes,
      regexTypes: permission.regexTypes,
      entities: permission.entities,
    },
    // A role may give what another one gives too: each permission counts once.
    `FROM ${permission.table}
      WHERE ${permission.applicationId} = ? AND ${permission.isInternal} = FALSE AND ${permission.id} IN
            (SELECT ${held.permissionId} FROM ${held.table} WHERE ${held.roleId} IN (${marks(roleIds)}))
      ORDER BY ${permission.id}`,
  );

const holding = query({ roleId: held.roleId }, `FROM ${held.table} WHERE ${held.permissionId} = ?`);

/** Which roles a user has in an application, and what roles permit; internal ones left out. */
@Injectable()
export class AccessRepository {
  constructor(private readonly sql: Sql) {}

  /** A row for each role, by organization and name. */
  assignments(userId: string, applicationId: string) {
    return this.sql.all(assignments, applicationId, userId, applicationId, userId);
  }

  /** A row for each role that gives the permission. */
  rolesWith(permissionId: string) {
    return this.sql.all(holding, permissionId);
  }

  /** The permissions of any of the roles; ids that are none of the application's roles count for nothing. */
  permissions(applicationId: string, roleIds: readonly string[]): Promise<readonly PermissionRule[]> {
    // Rounded up to a power of two, so that few different statements are prepared.
    const count = 2 ** Math.ceil(Math.log2(roleIds.length));
    const padded = [...roleIds, ...Array<string>(count - roleIds.length).fill('')];
    return this.sql.all(permissionsOf(padded), applicationId, ...padded);
  }
}
