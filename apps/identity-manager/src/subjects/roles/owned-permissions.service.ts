import { Inject, Injectable } from '@nestjs/common';
import type { InternalPermission } from './internal-permission';
import { OPTIONS, type Options } from '../../cli/options';
import { Sql } from '../../database/sql';
import type { UserRow } from '../../database/entities/user.row';

/** What a user may do with an application itself, by own roles and those of organizations. */
export interface OwnedPermissions {
  readonly permissions: ReadonlySet<string>;
  readonly roleIds: ReadonlySet<string>;
}

interface OwnedRow {
  readonly role_id: string;
  readonly permission_id: string | null;
}

const sql = `
SELECT a.role_id, rp.permission_id
  FROM role_assignments a LEFT JOIN role_permissions rp ON rp.role_id = a.role_id
 WHERE a.application_id = ? AND a.user_id = ?
UNION
SELECT a.role_id, rp.permission_id
  FROM memberships m
  JOIN role_assignments a ON a.organization_id = m.organization_id AND a.role_organization = m.role
  LEFT JOIN role_permissions rp ON rp.role_id = a.role_id
 WHERE a.application_id = ? AND m.user_id = ?`;

const everything: readonly InternalPermission[] = ['1', '2', '3', '4', '5', '6'];

/** Finds the internal permissions of users. Never from memory: these requests change who may do what. */
@Injectable()
export class OwnedPermissionsService {
  constructor(
    private readonly sql: Sql,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  async of({ id, admin }: Pick<UserRow, 'id' | 'admin'>, applicationId: string): Promise<OwnedPermissions> {
    const rows = await this.sql.all<OwnedRow>(sql, applicationId, id, applicationId, id);
    const permissions = new Set(rows.flatMap((row) => row.permission_id ?? []));
    if (admin && this.options.admin.managesEverything) for (const each of everything) permissions.add(each);
    return { permissions, roleIds: new Set(rows.map((row) => row.role_id)) };
  }
}
