import { Injectable } from '@nestjs/common';
import type { PermissionRow, RoleRow } from '../../database/entities/role.row';
import { Forbidden, NotFound } from '../../faults/faults';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { AuthzforcePolicies, type SubmitResult } from './authzforce-policies.service';
import { InternalPermissions } from './internal-permissions.service';
import { PermissionsRepository } from './permissions.repository';
import { refuseInternal } from './refuse-internal';
import { RolesRepository } from './roles.repository';

/** What giving a permission to a role has to know of it. */
type PassedPermission = Pick<PermissionRow, 'id' | 'isInternal'>;

/** Gives permissions to roles and takes them back. Doors ask before whether the actor may manage roles. */
@Injectable()
export class RolePermissions {
  constructor(
    private readonly roles: RolesRepository,
    private readonly permissions: PermissionsRepository,
    private readonly internal: InternalPermissions,
    private readonly authzforce: AuthzforcePolicies,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
  ) {}

  async of(role: Pick<RoleRow, 'id'>): Promise<readonly PermissionRow[]> {
    return this.permissions.withIds(await this.roles.permissionIdsOf(role.id));
  }

  /**
   * Giving a permission again changes nothing.
   *
   * @returns what AuthzForce made of it, where one is configured and something changed
   * @throws Forbidden for internal roles, and for internal permissions that the actor lacks
   */
  async give(actor: Actor, role: RoleRow, permission: PassedPermission): Promise<SubmitResult | undefined> {
    await this.checkRights(actor, role, permission, 'role.permission.assign');
    const isNew = await this.roles.permit(role.id, permission.id);
    this.changes.tell('roles of application', { applicationId: role.applicationId });
    this.record(actor, 'role.permission.assign', role, permission);
    return isNew ? this.authzforce.submit(role.applicationId, actor.trace) : undefined;
  }

  /** @throws Forbidden as `give`; NotFound when the role does not have the permission */
  async take(actor: Actor, role: RoleRow, permission: PassedPermission): Promise<void> {
    await this.checkRights(actor, role, permission, 'role.permission.remove');
    if (!(await this.roles.withdraw(role.id, permission.id))) throw new NotFound('assignments');
    this.changes.tell('roles of application', { applicationId: role.applicationId });
    await this.authzforce.submit(role.applicationId, actor.trace);
    this.record(actor, 'role.permission.remove', role, permission);
  }

  private async checkRights(
    actor: Actor,
    role: RoleRow,
    permission: PassedPermission,
    wanted: string,
  ): Promise<void> {
    refuseInternal(role);
    if (await this.internal.mayPass(actor.user, permission, role.applicationId)) return;
    this.audit.recordRefused(actor, `${wanted} ${role.id} ${permission.id}`, role.applicationId);
    throw new Forbidden('notPermitted');
  }

  private record(actor: Actor, event: string, role: RoleRow, permission: PassedPermission): void {
    this.audit.recordDone(actor, event, {
      applicationId: role.applicationId,
      subject: role.id,
      details: { permission: permission.id },
    });
  }
}
