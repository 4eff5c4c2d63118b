import { Injectable } from '@nestjs/common';
import { Sql } from '../../../database/sql';
import type { RoleRow } from '../../../database/entities/role.row';

/** A user or an organization with the roles given to it. */
export interface Assigned {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  /** Role ids; for an organization `<role id> owner` or `<role id> member`. */
  readonly roles: Set<string>;
}

interface Columns {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly role_id: string;
  readonly side: string | null;
}

/** Who has roles in an application, with names. */
@Injectable()
export class AssignmentLists {
  constructor(private readonly sql: Sql) {}

  users(applicationId: string, roles: readonly RoleRow[], userId?: string): Promise<readonly Assigned[]> {
    const sql =
      'SELECT u.id, u.username AS name, u.image, a.role_id, NULL AS side FROM role_assignments a JOIN users u ON u.id = a.user_id WHERE a.application_id = ?';
    return this.load(sql, 'u.id', applicationId, roles, userId);
  }

  organizations(
    applicationId: string,
    roles: readonly RoleRow[],
    organizationId?: string,
  ): Promise<readonly Assigned[]> {
    const sql =
      'SELECT o.id, o.name, o.image, a.role_id, a.role_organization AS side FROM role_assignments a JOIN organizations o ON o.id = a.organization_id WHERE a.application_id = ?';
    return this.load(sql, 'o.id', applicationId, roles, organizationId);
  }

  private async load(
    sql: string,
    idColumn: string,
    applicationId: string,
    roles: readonly RoleRow[],
    id: string | undefined,
  ): Promise<readonly Assigned[]> {
    const rows = await this.sql.all<Columns>(
      `${sql}${id === undefined ? '' : ` AND ${idColumn} = ?`} ORDER BY name, ${idColumn}`,
      applicationId,
      ...(id === undefined ? [] : [id]),
    );
    const shown = new Set(roles.map((role) => role.id));
    const byId = new Map<string, Assigned>();
    for (const { role_id, side, ...one } of rows) {
      if (!shown.has(role_id)) continue;
      const assigned = byId.get(one.id) ?? { ...one, roles: new Set<string>() };
      assigned.roles.add(side === null ? role_id : `${role_id} ${side}`);
      byId.set(one.id, assigned);
    }
    return [...byId.values()];
  }
}
