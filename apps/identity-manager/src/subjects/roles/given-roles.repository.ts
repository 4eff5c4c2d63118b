import { Injectable } from '@nestjs/common';
import { RoleAssignmentRow } from '../../database/entities/role.row';
import { names } from '../../database/names';
import { marks, query } from '../../database/query';
import { Sql } from '../../database/sql';
import type { Assignable, Assigned, AssigneeKind, RoleId } from './assigned';
import { ASSIGNEE_KINDS } from './assignee-kinds.statements';

const a = names(RoleAssignmentRow, 'a');

/** Which roles users and organizations were given in an application. */
@Injectable()
export class GivenRolesRepository {
  constructor(private readonly sql: Sql) {}

  /** The same users or organizations with those of the roles that they have. */
  async addTo(
    kind: AssigneeKind,
    applicationId: string,
    roles: readonly RoleId[],
    found: readonly Assignable[],
  ): Promise<readonly Assigned[]> {
    const ids = found.map(({ id }) => id);
    const given = await this.rolesOf(kind, applicationId, roles, ids);
    return found.map((one) => ({ ...one, roles: given.get(one.id) ?? new Set() }));
  }

  /** Roles by who has them, of these users or organizations; who has none is left out. */
  async rolesOf(
    kind: AssigneeKind,
    applicationId: string,
    roles: readonly RoleId[],
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const byId = new Map<string, Set<string>>();
    if (ids.length === 0) return byId;
    const { assignee } = ASSIGNEE_KINDS[kind];
    const lines = await this.sql.all(
      query(
        { id: assignee, roleId: a.roleId, side: a.roleOrganization },
        `FROM ${a.table} WHERE ${a.applicationId} = ? AND ${assignee} IN (${marks(ids)})`,
      ),
      applicationId,
      ...ids,
    );
    const shown = new Set(roles.map(({ id }) => id));
    for (const { id, roleId, side } of lines) {
      if (id === null || !shown.has(roleId)) continue;
      const given = byId.get(id) ?? new Set<string>();
      byId.set(id, given.add(side === null ? roleId : `${roleId} ${side}`));
    }
    return byId;
  }
}
