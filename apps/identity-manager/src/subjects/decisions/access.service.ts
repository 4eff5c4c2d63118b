import { Injectable } from '@nestjs/common';
import { Sql } from '../../database/sql';
import { Caches, type TimedCache } from '../../service/timed-cache';
import { compilePermission, type CompiledPermission, type PermissionRule } from './permission';

export interface RoleRef {
  readonly id: string;
  readonly name: string;
}

/** An organization through which the user has roles in the application. */
export interface OrganizationAccess {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly website: string | null;
  readonly roles: readonly RoleRef[];
}

/** What a user may do in one application; internal roles and permissions are left out. */
export interface Access {
  /** The user's own roles. */
  readonly roles: readonly RoleRef[];
  readonly organizations: readonly OrganizationAccess[];
  /** Of own and organization roles. */
  readonly permissions: readonly CompiledPermission[];
}

interface AssignmentRow {
  readonly role_id: string;
  readonly role_name: string;
  readonly organization_id: string | null;
  readonly organization_name: string | null;
  readonly description: string | null;
  readonly website: string | null;
}

interface PermissionColumns {
  readonly id: string;
  readonly name: string;
  readonly action: string | null;
  readonly resource: string | null;
  readonly is_regex: boolean | number;
  readonly authorization_service_header: string | null;
  readonly use_authorization_service_header: boolean | number;
  readonly regex_entity_ids: string | null;
  readonly regex_attributes: string | null;
  readonly regex_types: string | null;
}

/** Own roles, and those of organizations for what the user is in them; an owner is not also a member. */
const assignmentsSql = `
SELECT r.id AS role_id, r.name AS role_name, NULL AS organization_id, NULL AS organization_name, NULL AS description, NULL AS website
  FROM role_assignments a JOIN roles r ON r.id = a.role_id
 WHERE a.application_id = ? AND a.user_id = ? AND r.is_internal = FALSE
UNION ALL
SELECT r.id, r.name, o.id, o.name, o.description, o.website
  FROM memberships m
  JOIN role_assignments a ON a.organization_id = m.organization_id AND a.role_organization = m.role
  JOIN roles r ON r.id = a.role_id
  JOIN organizations o ON o.id = m.organization_id
 WHERE a.application_id = ? AND m.user_id = ? AND r.is_internal = FALSE
 ORDER BY organization_name, role_name, role_id`;

const permissionsSql = (roleCount: number) => `
SELECT DISTINCT p.id, p.name, p.action, p.resource, p.is_regex, p.authorization_service_header, p.use_authorization_service_header,
       p.regex_entity_ids, p.regex_attributes, p.regex_types
  FROM role_permissions rp JOIN permissions p ON p.id = rp.permission_id
 WHERE p.application_id = ? AND p.is_internal = FALSE AND rp.role_id IN (${Array(roleCount).fill('?').join(', ')})
 ORDER BY p.id`;

const toRule = (row: PermissionColumns): PermissionRule => ({
  id: row.id,
  name: row.name,
  action: row.action,
  resource: row.resource,
  isRegex: Boolean(row.is_regex),
  authorizationServiceHeader: row.authorization_service_header,
  useAuthorizationServiceHeader: Boolean(row.use_authorization_service_header),
  regexEntityIds: row.regex_entity_ids,
  regexAttributes: row.regex_attributes,
  regexTypes: row.regex_types,
});

function groupOrganizations(rows: readonly AssignmentRow[]): OrganizationAccess[] {
  const byId = new Map<string, Omit<OrganizationAccess, 'roles'> & { readonly roles: RoleRef[] }>();
  for (const row of rows) {
    if (row.organization_id === null) continue;
    let organization = byId.get(row.organization_id);
    if (!organization) {
      const { organization_id: id, organization_name: name, description, website } = row;
      organization = { id, name: name ?? '', description, website, roles: [] };
      byId.set(id, organization);
    }
    organization.roles.push({ id: row.role_id, name: row.role_name });
  }
  return [...byId.values()];
}

/** Gathers what a decision about a user needs. */
@Injectable()
export class AccessService {
  private readonly remembered: TimedCache<Access>;

  constructor(
    private readonly sql: Sql,
    caches: Caches,
  ) {
    this.remembered = caches.create();
  }

  /** What the user may do in the application, remembered for a moment. */
  async accessOf(userId: string, applicationId: string): Promise<Access> {
    const key = `${applicationId}\n${userId}`;
    return this.remembered.peek(key) ?? this.remembered.get(key, () => this.load(userId, applicationId));
  }

  /** The permissions of any roles of the application; ids that are none of its roles count for nothing. */
  async permissionsOf(
    applicationId: string,
    roleIds: readonly string[],
  ): Promise<readonly CompiledPermission[]> {
    if (roleIds.length === 0) return [];
    // Rounded up to a power of two, so that few different statements are prepared.
    const count = 2 ** Math.ceil(Math.log2(roleIds.length));
    const padded = [...roleIds, ...Array<string>(count - roleIds.length).fill('')];
    const rows = await this.sql.all<PermissionColumns>(permissionsSql(count), applicationId, ...padded);
    return rows.map((row) => compilePermission(toRule(row)));
  }

  private async load(userId: string, applicationId: string): Promise<Access> {
    const rows = await this.sql.all<AssignmentRow>(
      assignmentsSql,
      applicationId,
      userId,
      applicationId,
      userId,
    );
    const roleIds = [...new Set(rows.map((row) => row.role_id))];
    return {
      roles: rows
        .filter((row) => row.organization_id === null)
        .map((row) => ({ id: row.role_id, name: row.role_name })),
      organizations: groupOrganizations(rows),
      permissions: await this.permissionsOf(applicationId, roleIds),
    };
  }
}
