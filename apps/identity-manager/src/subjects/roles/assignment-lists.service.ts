import { Injectable } from '@nestjs/common';
import { inGroups } from '../../database/in-groups';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import type { Assignable, Assigned, AssigneeKind, RoleId } from './assigned';
import { AssignmentListsRepository, type AssignedPart } from './assignment-lists.repository';
import { GivenRolesRepository } from './given-roles.repository';

/** Who has roles in an application, with names, for people to look at. Doors ask before whether the actor may. */
@Injectable()
export class AssignmentLists {
  constructor(
    private readonly rows: AssignmentListsRepository,
    private readonly given: GivenRolesRepository,
    private readonly audit: AuditLog,
  ) {}

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
    return this.given.rolesOf(kind, applicationId, roles, ids);
  }

  /** Those of the ids that there are, by name. */
  named(kind: AssigneeKind, ids: readonly string[]): Promise<readonly Assignable[]> {
    return this.rows.named(kind, ids);
  }

  /** All that {@link page} shows parts of, in groups by id. Who takes so much along is in the audit log. */
  async *export(
    actor: Actor,
    kind: AssigneeKind,
    applicationId: string,
    roles: readonly RoleId[],
    text: string,
  ): AsyncGenerator<readonly Assigned[]> {
    this.audit.recordDone(actor, 'assignments.export', { applicationId, details: { of: kind, text } });
    yield* inGroups<Assigned>((last, limit) =>
      this.rows.after(kind, applicationId, roles, { text, last: last?.id ?? '', limit }),
    );
  }
}
