import { Injectable } from '@nestjs/common';
import type { ApplicationRow } from '../../database/entities/application.row';
import type { RoleRow } from '../../database/entities/role.row';
import { Forbidden } from '../../faults/faults';
import { chosen } from '../../validation/chosen-id';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { AuthzforcePolicies } from './authzforce-policies.service';
import { InternalPermissions } from './internal-permissions.service';
import { OwnedPermissionsService } from './owned-permissions.service';
import { refuseInternal } from './refuse-internal';
import type { CreateRole, RenameRole } from './role-input';
import { RolesRepository } from './roles.repository';

/** Makes, renames and deletes the roles of applications. Doors ask before whether the actor may manage roles. */
@Injectable()
export class RolesService {
  constructor(
    private readonly roles: RolesRepository,
    private readonly internal: InternalPermissions,
    private readonly owned: OwnedPermissionsService,
    private readonly authzforce: AuthzforcePolicies,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
  ) {}

  /** The application's own, or an internal one, which every application has. */
  find({ id: applicationId }: Pick<ApplicationRow, 'id'>, id: string): Promise<RoleRow | null> {
    return this.roles.visible(applicationId, id);
  }

  /** @throws Conflict when another role has the id */
  async create(
    actor: Actor,
    { id: applicationId }: Pick<ApplicationRow, 'id'>,
    { id, name }: CreateRole,
  ): Promise<RoleRow> {
    const role = await this.roles.add(applicationId, name, chosen(id));
    this.audit.recordDone(actor, 'role.create', { applicationId, subject: role.id });
    return role;
  }

  /**
   * @returns the role as it is now
   * @throws Forbidden for internal roles
   */
  async rename(actor: Actor, role: RoleRow, { name = role.name }: RenameRole): Promise<RoleRow> {
    refuseInternal(role);
    if (name === role.name) return role;
    await this.roles.rename(role.id, name);
    this.changes.tell('roles of application', { applicationId: role.applicationId });
    this.audit.recordDone(actor, 'role.update', { applicationId: role.applicationId, subject: role.id });
    return { ...role, name };
  }

  /**
   * Makes a role that permits the same as another of its application. Nobody has it yet.
   *
   * @throws Forbidden as `delete`
   */
  async copy(actor: Actor, role: RoleRow, { name }: CreateRole): Promise<RoleRow> {
    refuseInternal(role);
    await this.refuseBeyond(actor, role, 'role.create');
    const { applicationId } = role;
    const copy = await this.roles.addWith(applicationId, name, await this.roles.permissionIdsOf(role.id));
    this.changes.tell('roles of application', { applicationId });
    await this.authzforce.submit(applicationId, actor.trace);
    this.audit.recordDone(actor, 'role.create', {
      applicationId,
      subject: copy.id,
      details: { copyOf: role.id },
    });
    return copy;
  }

  /** @throws Forbidden for internal roles, and for those that carry internal permissions which the actor lacks */
  async delete(actor: Actor, role: RoleRow): Promise<void> {
    refuseInternal(role);
    await this.refuseBeyond(actor, role, 'role.delete');
    await this.roles.delete(role.id);
    this.changes.tell('roles of application', { applicationId: role.applicationId });
    await this.authzforce.submit(role.applicationId, actor.trace);
    this.audit.recordDone(actor, 'role.delete', { applicationId: role.applicationId, subject: role.id });
  }

  /** Internal permissions pass only from those who hold them. */
  private async refuseBeyond(actor: Actor, role: RoleRow, wanted: string): Promise<void> {
    const owned = await this.owned.of(actor.user, role.applicationId);
    if ((await this.internal.within([role], owned)).length > 0) return;
    this.audit.recordRefused(actor, `${wanted} ${role.id}`, role.applicationId);
    throw new Forbidden('notPermitted');
  }
}
