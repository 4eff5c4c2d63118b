import { randomUUID } from 'node:crypto';
import { Body, Delete, Get, HttpCode, Inject, Patch, Post, Req } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ApiController } from '../api-controller';
import { FromPath, type ApiRequest } from '../../../access/api-request';
import { AuditTrail } from '../audit-trail';
import { changesBetween, renderChanges } from '../changes';
import { AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { ApplicationRow } from '../../../database/entities/application.row';
import { OPTIONS, type Options } from '../../../cli/options';
import { notAllowed } from '../../../http/api-errors';
import { Caches } from '../../../service/timed-cache';
import { traceOf } from '../../../service/trace-request';
import { AuthzforcePolicies } from '../../../subjects/roles/authzforce-policies.service';
import { parseNewPermission, patchPermission } from './permission-body';
import { renderCreatedPermission, renderListedPermission, renderPermission } from './render-permission';
import { PermissionRow } from '../../../database/entities/role.row';

/** Permissions of an application. */
@ApiController('applications/:applicationId/permissions')
export class PermissionsController {
  constructor(
    @InjectRepository(PermissionRow) private readonly permissions: Repository<PermissionRow>,
    private readonly caches: Caches,
    private readonly trail: AuditTrail,
    private readonly authzforce: AuthzforcePolicies,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /** Never empty: the internal ones are always there. */
  @Get()
  @AllowPermission(may.manageRoles)
  async list(@FromPath('application') { id }: ApplicationRow) {
    const permissions = await this.permissions.find({
      where: [{ applicationId: id }, { isInternal: true }],
      order: { id: 'DESC' },
    });
    return { permissions: permissions.map(renderListedPermission) };
  }

  @Post()
  @AllowPermission(may.manageRoles)
  async create(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @Body() body: unknown,
  ) {
    const content = parseNewPermission(body, this.options.pdp.level);
    const row = this.permissions.create({
      id: randomUUID(),
      isInternal: false,
      applicationId: application.id,
      ...content,
    });
    await this.permissions.insert(row);
    this.trail.record(request, 'permission.create', row.id);
    return { permission: renderCreatedPermission(row) };
  }

  @Get(':permissionId')
  @AllowPermission(may.manageRoles)
  read(@FromPath('permission') permission: PermissionRow) {
    return { permission: renderPermission(permission) };
  }

  @Patch(':permissionId')
  @AllowPermission(may.manageRoles)
  async update(
    @Req() request: ApiRequest,
    @FromPath('permission') permission: PermissionRow,
    @Body() body: unknown,
  ) {
    if (permission.isInternal) throw notAllowed();
    const content = patchPermission(body, permission, this.options.pdp.level);
    const changes = changesBetween(
      renderPermission(permission),
      renderPermission({ ...permission, ...content }),
    );
    if (Object.keys(changes).length > 0) {
      await this.permissions.update({ id: permission.id }, content);
      this.caches.clear();
      await this.authzforce.submit(permission.applicationId, traceOf(request));
      this.trail.record(request, 'permission.update', permission.id, { members: Object.keys(changes) });
    }
    return renderChanges('permission', changes);
  }

  @Delete(':permissionId')
  @HttpCode(204)
  @AllowPermission(may.manageRoles)
  async delete(@Req() request: ApiRequest, @FromPath('permission') permission: PermissionRow): Promise<void> {
    if (permission.isInternal) throw notAllowed();
    await this.permissions.delete({ id: permission.id });
    this.caches.clear();
    await this.authzforce.submit(permission.applicationId, traceOf(request));
    this.trail.record(request, 'permission.delete', permission.id);
  }
}
