import { Injectable } from '@nestjs/common';
import {
  AssignmentListsRepository,
  type Assigned,
  type AssignedPart,
  type AssigneeKind,
  type RoleId,
} from './assignment-lists.repository';

/** Who has roles in an application, with names, for people to look at. Doors ask before whether the actor may. */
@Injectable()
export class AssignmentLists {
  constructor(private readonly rows: AssignmentListsRepository) {}

  /** By name. @param roles  those that count and are shown */
  page(
    kind: AssigneeKind,
    applicationId: string,
    roles: readonly RoleId[],
    part: AssignedPart,
  ): Promise<readonly Assigned[]> {
    return this.rows.page(kind, applicationId, roles, part);
  }

  /** How many there are that {@link page} shows parts of. */
  count(kind: AssigneeKind, applicationId: string, roles: readonly RoleId[], text?: string): Promise<number> {
    return this.rows.count(kind, applicationId, roles, text);
  }

  /** Roles by who has them, of these users or organizations; who has none is left out. */
  rolesOf(
    kind: AssigneeKind,
    applicationId: string,
    roles: readonly RoleId[],
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    return this.rows.rolesOf(kind, applicationId, roles, ids);
  }
}
