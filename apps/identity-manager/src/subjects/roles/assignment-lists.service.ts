import { Injectable } from '@nestjs/common';
import type { RoleRow } from '../../database/entities/role.row';
import { AssignmentListsRepository, type NamedAssignment } from './assignment-lists.repository';

/** A user or an organization with the roles given to it. */
export interface Assigned {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  /** Role ids; for an organization `<role id> owner` or `<role id> member`. */
  readonly roles: Set<string>;
}

/** One entry for each of them, with those of the roles that are shown. */
function gathered(lines: readonly NamedAssignment[], roles: readonly RoleRow[]): readonly Assigned[] {
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

/** Who has roles in an application, with names, for people to look at. */
@Injectable()
export class AssignmentLists {
  constructor(private readonly rows: AssignmentListsRepository) {}

  /** @param roles  those that are shown */
  async users(
    applicationId: string,
    roles: readonly RoleRow[],
    userId?: string,
  ): Promise<readonly Assigned[]> {
    return gathered(await this.rows.users(applicationId, userId), roles);
  }

  async organizations(
    applicationId: string,
    roles: readonly RoleRow[],
    organizationId?: string,
  ): Promise<readonly Assigned[]> {
    return gathered(await this.rows.organizations(applicationId, organizationId), roles);
  }
}
