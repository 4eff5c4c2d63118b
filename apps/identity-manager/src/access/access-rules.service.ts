import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../cli/options';
import { Forbidden } from '../faults/faults';
import type { UserRow } from '../database/entities/user.row';
import { AuditLog } from '../subjects/audit/audit-log';
import { OrganizationMembers } from '../subjects/organizations/organization-members.service';
import { OwnedPermissionsService, type OwnedPermissions } from '../subjects/roles/owned-permissions.service';
import type { ApiRequest, PathObjects } from './api-request';
import { mayCreate } from './may-create';
import { PathLoader, type PathParameter } from './path-loader';
import type { Rule } from './rule';

/** Whether the rule lets somebody with these roles at what belongs to an application. */
function opensApplication(rule: Rule, { permissions, roleIds }: OwnedPermissions): boolean {
  if (rule.kind === 'any-role') return roleIds.size > 0 || permissions.size > 0;
  return rule.kind === 'permission' && rule.anyOf.some((each) => permissions.has(each));
}

/** Holds a request to the rule of its route, whatever its door. */
@Injectable()
export class AccessRules {
  constructor(
    private readonly loader: PathLoader,
    private readonly owned: OwnedPermissionsService,
    private readonly members: OrganizationMembers,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /**
   * Loads what the path names from left to right, the permission being asked for as soon as the application is known,
   * and checks the rule for the caller. A refusal is noted in the audit log.
   *
   * @throws NotFound for what is not there; Forbidden when the rule does not allow it
   */
  async authorize(request: ApiRequest, caller: UserRow, rule: Rule): Promise<void> {
    try {
      await this.loadPath(request, caller, rule);
      await this.check(rule, caller, request.objects ?? {});
    } catch (error) {
      const { method, path, ip: address, objects } = request;
      if (error instanceof Forbidden)
        this.audit.recordRefused({ user: caller, address }, `${method} ${path}`, objects?.application?.id);
      throw error;
    }
  }

  private async loadPath(request: ApiRequest, caller: UserRow, rule: Rule): Promise<void> {
    const objects: PathObjects = {};
    request.objects = objects;
    for (const [name, id] of Object.entries(request.params)) {
      if (typeof id !== 'string') continue;
      await this.loader.load(name as PathParameter, id, objects);
      if (name !== 'applicationId' || !objects.application) continue;
      request.owned = await this.owned.of(caller, objects.application.id);
      if (!opensApplication(rule, request.owned)) throw new Forbidden('notPermitted');
    }
  }

  private async check(rule: Rule, caller: UserRow, { application, user, organization }: PathObjects) {
    switch (rule.kind) {
      case 'any-user':
        return;
      case 'creator':
        if (!mayCreate(caller, this.options)) throw new Forbidden('notPermitted');
        return;
      case 'admin':
        if (!caller.admin) throw new Forbidden('notAuthorized');
        return;
      case 'self-or-admin':
        if (!user || (user.id !== caller.id && !caller.admin)) throw new Forbidden('notAuthorized');
        return;
      case 'organization-owner':
        if (!organization || !(await this.members.owns(caller, organization.id)))
          throw new Forbidden('notPermitted');
        return;
      case 'any-role':
      case 'permission':
        // Checked when the application was loaded; a path without one passes nobody.
        if (!application) throw new Forbidden('notPermitted');
        return;
      default:
        throw new Forbidden('notPermitted');
    }
  }
}
