import { randomUUID } from 'node:crypto';
import { Body, Delete, Get, HttpCode, Patch, Post, Req } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ApiController } from '../api-controller';
import { FromPath, Owned, type ApiRequest } from '../../../access/api-request';
import { AuditTrail } from '../audit-trail';
import { nonEmptyText, refuseMembers, requiredText, wrappedBody } from '../body';
import { changesBetween, renderChanges } from '../changes';
import { AllowPermission, may } from '../../../access/rule';
import { ApplicationRow } from '../../../database/entities/application.row';
import { notAllowed, notFound, notPermitted } from '../../../http/api-errors';
import { Caches } from '../../../service/timed-cache';
import { traceOf } from '../../../service/trace-request';
import { AssignableRoles } from '../../../subjects/roles/assignable-roles.service';
import { AuthzforcePolicies } from '../../../subjects/roles/authzforce-policies.service';
import { InternalPermissions } from '../../../subjects/roles/internal-permissions.service';
import type { OwnedPermissions } from '../../../subjects/roles/owned-permissions.service';
import { RoleRow } from '../../../database/entities/role.row';

const renderRole = (role: RoleRow) => ({
  id: role.id,
  is_internal: role.isInternal,
  name: role.name,
  oauth_client_id: role.applicationId,
});

/** Roles of an application. */
@ApiController('applications/:applicationId/roles')
export class RolesController {
  constructor(
    @InjectRepository(RoleRow) private readonly roles: Repository<RoleRow>,
    private readonly assignable: AssignableRoles,
    private readonly internal: InternalPermissions,
    private readonly caches: Caches,
    private readonly trail: AuditTrail,
    private readonly authzforce: AuthzforcePolicies,
  ) {}

  @Get()
  @AllowPermission('1', '3', '5', '6')
  async list(@FromPath('application') { id }: ApplicationRow, @Owned() owned: OwnedPermissions) {
    const roles = await this.assignable.visibleTo(id, owned);
    if (roles.length === 0) throw notFound('Roles not found');
    return { roles: roles.map((role) => ({ id: role.id, name: role.name })) };
  }

  @Post()
  @AllowPermission(may.manageRoles)
  async create(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @Body() raw: unknown,
  ) {
    const body = wrappedBody(raw, 'role');
    const name = requiredText(body, 'name', 'Missing parameter name in body request or empty name');
    const role = this.roles.create({
      id: randomUUID(),
      isInternal: false,
      name,
      applicationId: application.id,
    });
    await this.roles.insert(role);
    this.trail.record(request, 'role.create', role.id);
    return { role: renderRole(role) };
  }

  @Get(':roleId')
  @AllowPermission(may.manageRoles)
  read(@FromPath('role') role: RoleRow) {
    return { role: renderRole(role) };
  }

  @Patch(':roleId')
  @AllowPermission(may.manageRoles)
  async update(@Req() request: ApiRequest, @FromPath('role') role: RoleRow, @Body() raw: unknown) {
    if (role.isInternal) throw notAllowed();
    const body = wrappedBody(raw, 'role');
    refuseMembers(body, ['id', 'is_internal'], 'Cannot set id or is_internal');
    const name = nonEmptyText(body, 'name') ?? role.name;
    const changes = changesBetween(renderRole(role), renderRole({ ...role, name }));
    if (name !== role.name) {
      await this.roles.update({ id: role.id }, { name });
      this.caches.clear();
      this.trail.record(request, 'role.update', role.id);
    }
    return renderChanges('role', changes);
  }

  @Delete(':roleId')
  @HttpCode(204)
  @AllowPermission(may.manageRoles)
  async delete(
    @Req() request: ApiRequest,
    @FromPath('role') role: RoleRow,
    @Owned() owned: OwnedPermissions,
  ): Promise<void> {
    if (role.isInternal) throw notAllowed();
    if ((await this.internal.within([role], owned)).length === 0) throw notPermitted();
    await this.roles.delete({ id: role.id });
    this.caches.clear();
    await this.authzforce.submit(role.applicationId, traceOf(request));
    this.trail.record(request, 'role.delete', role.id);
  }
}
