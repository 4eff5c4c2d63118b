import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import type { ApplicationRow } from '../../database/entities/application.row';
import { differing } from '../../database/differing';
import { PermissionRow } from '../../database/entities/role.row';
import { chosen } from '../../validation/chosen-id';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { AuthzforcePolicies } from './authzforce-policies.service';
import { changedPermission, newPermission } from './permission-content';
import type { ChangePermission, CreatePermission } from './permission-input';
import { PermissionsRepository } from './permissions.repository';
import { refuseInternal } from './refuse-internal';

/** What deleting a permission has to know of it. */
type NamedPermission = Pick<PermissionRow, 'id' | 'applicationId' | 'isInternal'>;

/** Makes, changes and deletes the permissions of applications. Doors ask before whether the actor may manage roles. */
@Injectable()
export class PermissionsService {
  constructor(
    private readonly permissions: PermissionsRepository,
    private readonly authzforce: AuthzforcePolicies,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /** The application's own, or an internal one, which every application has. */
  find({ id: applicationId }: Pick<ApplicationRow, 'id'>, id: string): Promise<PermissionRow | null> {
    return this.permissions.visible(applicationId, id);
  }

  /** Those of the application and the internal ones; never empty. */
  visibleIn({ id }: Pick<ApplicationRow, 'id'>): Promise<readonly PermissionRow[]> {
    return this.permissions.visibleIn(id);
  }

  /** @throws Invalid when members do not go together; Conflict when another permission has the id */
  async create(
    actor: Actor,
    { id: applicationId }: Pick<ApplicationRow, 'id'>,
    input: CreatePermission,
  ): Promise<PermissionRow> {
    const content = newPermission(input, this.options.pdp.level);
    const permission = await this.permissions.add(applicationId, content, chosen(input.id));
    this.audit.recordDone(actor, 'permission.create', { applicationId, subject: permission.id });
    return permission;
  }

  /**
   * @returns the permission as it is now
   * @throws Forbidden for internal permissions; Invalid when members do not go together
   */
  async change(actor: Actor, permission: PermissionRow, input: ChangePermission): Promise<PermissionRow> {
    refuseInternal(permission);
    const content = changedPermission(input, permission, this.options.pdp.level);
    const after = { ...permission, ...content };
    const difference = differing(PermissionRow, permission, after);
    if (!difference) return permission;
    await this.permissions.change(permission.id, difference.columns);
    await this.tell(actor, 'permission.update', permission, { members: difference.names });
    return after;
  }

  /** @throws Forbidden for internal permissions */
  async delete(actor: Actor, permission: NamedPermission): Promise<void> {
    refuseInternal(permission);
    await this.permissions.delete(permission.id);
    await this.tell(actor, 'permission.delete', permission);
  }

  /** Decisions follow what was written. */
  private async tell(
    actor: Actor,
    event: string,
    { id: subject, applicationId }: NamedPermission,
    details?: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    this.changes.tell('roles of application', { applicationId });
    await this.authzforce.submit(applicationId, actor.trace);
    this.audit.recordDone(actor, event, { applicationId, subject, details });
  }
}
