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

  /** @throws Forbidden for internal roles, and for those that carry internal permissions which the actor lacks */
  async delete(actor: Actor, role: RoleRow): Promise<void> {
    refuseInternal(role);
    const owned = await this.owned.of(actor.user, role.applicationId);
    if ((await this.internal.within([role], owned)).length === 0) {
      this.audit.recordRefused(actor, `role.delete ${role.id}`, role.applicationId);
      throw new Forbidden('notPermitted');
    }
    await this.roles.delete(role.id);
    this.changes.tell('roles of application', { applicationId: role.applicationId });
    await this.authzforce.submit(role.applicationId, actor.trace);
    this.audit.recordDone(actor, 'role.delete', { applicationId: role.applicationId, subject: role.id });
  }
}
