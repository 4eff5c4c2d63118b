import { Injectable } from '@nestjs/common';
import { Caches, type TimedCache } from '../../service/timed-cache';
import { StateChanges } from '../changes/state-changes';
import { AccessRepository } from './access.repository';
import { isInApplication, isOfUser, keyOf } from './user-facts.service';
import { compilePermission, type CompiledPermission } from './permission';

export interface RoleRef {
  readonly id: string;
  readonly name: string;
}

/** An organization through which the user has roles in the application. */
export interface OrganizationAccess {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly website: string | null;
  readonly roles: readonly RoleRef[];
}

/** What a user may do in one application; internal roles and permissions are left out. */
export interface Access {
  /** The user's own roles. */
  readonly roles: readonly RoleRef[];
  readonly organizations: readonly OrganizationAccess[];
  /** Of own and organization roles. */
  readonly permissions: readonly CompiledPermission[];
}

type Assignment = Awaited<ReturnType<AccessRepository['assignments']>>[number];

function groupOrganizations(assignments: readonly Assignment[]): OrganizationAccess[] {
  const byId = new Map<string, Omit<OrganizationAccess, 'roles'> & { readonly roles: RoleRef[] }>();
  for (const { organizationId: id, organizationName: name, description, website, ...role } of assignments) {
    if (id === null) continue;
    let organization = byId.get(id);
    if (!organization)
      byId.set(id, (organization = { id, name: name ?? '', description, website, roles: [] }));
    organization.roles.push({ id: role.roleId, name: role.roleName });
  }
  return [...byId.values()];
}

/** Gathers what a decision about a user needs. */
@Injectable()
export class AccessService {
  private readonly remembered: TimedCache<Access>;

  constructor(
    private readonly rows: AccessRepository,
    caches: Caches,
    changes: StateChanges,
  ) {
    this.remembered = caches.create();
    this.followChanges(changes);
  }

  /** What the user may do in the application, remembered for a moment. */
  async accessOf(userId: string, applicationId: string): Promise<Access> {
    const key = keyOf(userId, applicationId);
    return this.remembered.get(key) ?? this.remembered.load(key, () => this.load(userId, applicationId));
  }

  /** The permissions of any roles of the application; ids that are none of its roles count for nothing. */
  async permissionsOf(
    applicationId: string,
    roleIds: readonly string[],
  ): Promise<readonly CompiledPermission[]> {
    if (roleIds.length === 0) return [];
    return (await this.rows.permissions(applicationId, roleIds)).map(compilePermission);
  }

  /** The first of the user's roles that gives the permission, own ones before those of organizations. */
  async roleGiving({ roles, organizations }: Access, permissionId: string): Promise<RoleRef | undefined> {
    const giving = new Set((await this.rows.rolesWith(permissionId)).map(({ roleId }) => roleId));
    return [...roles, ...organizations.flatMap((through) => through.roles)].find(({ id }) => giving.has(id));
  }

  private async load(userId: string, applicationId: string): Promise<Access> {
    const assignments = await this.rows.assignments(userId, applicationId);
    return {
      roles: assignments
        .filter(({ organizationId }) => organizationId === null)
        .map(({ roleId, roleName }) => ({ id: roleId, name: roleName })),
      organizations: groupOrganizations(assignments),
      permissions: await this.permissionsOf(applicationId, [
        ...new Set(assignments.map(({ roleId }) => roleId)),
      ]),
    };
  }

  private followChanges(changes: StateChanges): void {
    const forgetUser = ({ userId }: { readonly userId: string }) =>
      this.remembered.forgetWhere((key) => isOfUser(key, userId));
    const forgetApplication = ({ applicationId }: { readonly applicationId: string }) =>
      this.remembered.forgetWhere((key) => isInApplication(key, applicationId));
    changes.on('user deleted', forgetUser);
    changes.on('memberships', forgetUser);
    changes.on('roles of application', forgetApplication);
    changes.on('application deleted', forgetApplication);
    changes.on('assigned roles', ({ userId, applicationId }) => {
      if (userId === undefined) forgetApplication({ applicationId });
      else this.remembered.forget(keyOf(userId, applicationId));
    });
    changes.on('organization', ({ organizationId }) =>
      this.remembered.forgetWhere((_key, { organizations }) =>
        organizations.some(({ id }) => id === organizationId),
      ),
    );
  }
}
