import {
  ApplicationRow,
  IotAgentRow,
  PepProxyRow,
  TrustedApplicationRow,
} from '../../database/entities/application.row';
import { OrganizationRow } from '../../database/entities/organization.row';
import {
  PermissionRow,
  RoleAssignmentRow,
  RolePermissionRow,
  RoleRow,
} from '../../database/entities/role.row';
import { AccessTokenRow, ApiTokenRow } from '../../database/entities/token.row';
import { UserRow } from '../../database/entities/user.row';
import { names } from '../../database/names';
import type { Sql } from '../../database/sql';
import { findRow, type TableRow } from '../../database/tables';

const assignment = names(RoleAssignmentRow);

/** Columns that name a row of another table, whichever table they are in, and that table. */
const referred = [
  [assignment.userId, UserRow],
  [assignment.organizationId, OrganizationRow],
  [assignment.applicationId, ApplicationRow],
  [names(TrustedApplicationRow).trustedApplicationId, ApplicationRow],
  [assignment.roleId, RoleRow],
  [names(RolePermissionRow).permissionId, PermissionRow],
  [names(ApiTokenRow).pepProxyId, PepProxyRow],
  [names(AccessTokenRow).iotAgentId, IotAgentRow],
].map(([column, entity]) => [String(column), names(entity as typeof UserRow).table] as const);

/** Whether a row refers only to what is there, or would be after a dry run, which writes nothing. */
export class References {
  private readonly plans = new Set<string>();

  constructor(private readonly sql: Sql) {}

  planned({ table, values }: TableRow): void {
    if (typeof values['id'] === 'string') this.plans.add(`${table} ${values['id']}`);
  }

  async areMet({ values }: TableRow): Promise<boolean> {
    for (const [column, table] of referred) {
      const id = values[column];
      if (typeof id !== 'string' || this.plans.has(`${table} ${id}`)) continue;
      const { sql, values: key } = findRow({ table, key: { id } });
      if (!(await this.sql.first(sql, ...key))) return false;
    }
    return true;
  }
}
