import { Injectable } from '@nestjs/common';
import type { ApplicationRow } from '../../database/entities/application.row';
import type { RoleAssignmentRow, RoleRow } from '../../database/entities/role.row';
import { Conflict, Forbidden, NotFound } from '../../faults/faults';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { AssignableRoles } from './assignable-roles.service';
import type { Assignee } from './assignee';
import { RoleAssignmentsRepository } from './role-assignments.repository';

type Application = Pick<ApplicationRow, 'id'>;
type Role = Pick<RoleRow, 'id'>;

/** Gives and takes roles, and says who has them; only those that the actor may assign. */
@Injectable()
export class RoleAssignments {
  constructor(
    private readonly rows: RoleAssignmentsRepository,
    private readonly assignable: AssignableRoles,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
  ) {}

  /** Roles of all users, or of one. */
  async ofUsers(actor: Actor, { id }: Application, userId?: string): Promise<readonly RoleAssignmentRow[]> {
    return this.visible(actor, id, await this.rows.ofUsers(id, userId));
  }

  /** Roles of the owners and members of all organizations, or of one. */
  async ofOrganizations(
    actor: Actor,
    { id }: Application,
    organizationId?: string,
  ): Promise<readonly RoleAssignmentRow[]> {
    return this.visible(actor, id, await this.rows.ofOrganizations(id, organizationId));
  }

  /** Giving a role again changes nothing. @throws Forbidden when the actor may not assign this role */
  async give(actor: Actor, application: Application, role: Role, assignee: Assignee): Promise<void> {
    await this.refuseOthers(actor, application, role, 'role.assign');
    await this.rows.give(application.id, role.id, assignee);
    this.changed(application, assignee);
    this.record(actor, 'assign', application, role, assignee);
  }

  /**
   * @throws Forbidden when the actor may not assign this role; NotFound when it was not given; Conflict when somebody
   *   other than the last owner would leave the application without one
   */
  async take(actor: Actor, application: Application, role: Role, assignee: Assignee): Promise<void> {
    await this.refuseOthers(actor, application, role, 'role.remove');
    const isOwn = 'userId' in assignee && assignee.userId === actor.user.id;
    if (!(await this.rows.take(application.id, role.id, assignee, isOwn))) {
      const isStillThere = await this.rows.has(application.id, role.id, assignee);
      throw isStillThere ? new Conflict('', 'lastOwnerOfApplication') : new NotFound('assignments');
    }
    this.changed(application, assignee);
    this.record(actor, 'remove', application, role, assignee);
  }

  private async visible({ user }: Actor, applicationId: string, rows: readonly RoleAssignmentRow[]) {
    const ids = await this.assignable.idsFor(user, applicationId);
    return rows.filter(({ roleId }) => ids.has(roleId));
  }

  private async refuseOthers(
    actor: Actor,
    application: Application,
    role: Role,
    wanted: string,
  ): Promise<void> {
    const ids = await this.assignable.idsFor(actor.user, application.id);
    if (ids.has(role.id)) return;
    this.audit.recordRefused(actor, `${wanted} ${role.id}`, application.id);
    throw new Forbidden('notPermitted');
  }

  private changed({ id: applicationId }: Application, assignee: Assignee): void {
    const userId = 'userId' in assignee ? assignee.userId : undefined;
    this.changes.tell('assigned roles', { applicationId, userId });
  }

  private record(
    actor: Actor,
    what: 'assign' | 'remove',
    { id: applicationId }: Application,
    { id: role }: Role,
    assignee: Assignee,
  ): void {
    if ('userId' in assignee)
      this.audit.recordDone(actor, `role.user.${what}`, {
        applicationId,
        subject: assignee.userId,
        details: { role },
      });
    else
      this.audit.recordDone(actor, `role.organization.${what}`, {
        applicationId,
        subject: assignee.organizationId,
        details: { role, to: assignee.roleOrganization },
      });
  }
}
